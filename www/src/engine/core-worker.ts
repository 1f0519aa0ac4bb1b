import { compile, complete, format, graphs, hover, import_text, initSync, outline, rename, tokens, with_graph } from "houserules/core"
import { serve } from "./serving"

serve({ compile, complete, format, graphs, hover, import_text, initSync, outline, rename, tokens, with_graph })
