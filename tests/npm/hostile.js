// Games whose texts and names mean something in another language: for outputs made from a game.

/** Texts that are something to JavaScript, TypeScript, HTML, SVG, a shell or a spreadsheet. */
export const TEXTS = [
  "",
  "x\nglobalThis.PWNED=1//",
  "x\rglobalThis.PWNED=2//",
  "x\u2028globalThis.PWNED=3//",
  "x\u2029globalThis.PWNED=4//",
  "x\u0085globalThis.PWNED=5//",
  "*/ globalThis.PWNED=6 /*",
  '";globalThis.PWNED=7;"',
  "';globalThis.PWNED=8;'",
  "`${globalThis.PWNED=9}`",
  "\\",
  "\\u2028",
  "</script><script>globalThis.PWNED=10</script>",
  "<!--<script>",
  "<img src=x onerror=globalThis.PWNED=11>",
  "<svg onload=globalThis.PWNED=12>",
  "]]><script>globalThis.PWNED=13</script>",
  "javascript:globalThis.PWNED=14",
  "&lt;&#60;&quot;",
  "__proto__",
  "constructor",
  "toString",
  "=1+1",
  "../../x",
  "a\u0001b\u007fc\u200b\u202ed\ufeff",
  "👨‍👩‍👧 é\u0301 名",
  "x".repeat(4000),
]

/** Names that are words of JavaScript or TypeScript, or members of every object. */
const NAMES = ["__proto__", "constructor", "toString", "valueOf", "hasOwnProperty", "class", "await", "arguments", "eval", "undefined", "NaN", "Promise", "Error", "Größe", "x²"]

const quoted = (text) => `"${text.replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n").replaceAll("\r", "\\r")}"`

const written = (text) => `game ${quoted(text)}
roles White, Black
scenarios ${quoted(text || " ")}, "Other"
option choice: ${quoted(`${text}.`)}, "other" = "other"
global { n: int }
setup {
    G.active = White
    log ${quoted(text)}
    call play
}
view { V.shown = ${quoted(text)}; V.list = [${quoted(text)}] }
state play ${quoted(text)} {
    prompt {
        prompt ${quoted(text)}
        button go
        button other if false else ${quoted(text)}
        action say(${quoted(text)})
    }
    on go { G.n += 1; log ${quoted(text)}; if G.n > 3 { finish "Draw", ${quoted(text)} } }
    on other { G.n = 9 }
    on say(what: string) { log what; finish ${quoted(text || "Draw")}, ${quoted(text)} }
}
`

const named = (name) => `roles White, Black
enum kind_${name} { ${name}, b_${name} }
record ${name}_ { ${name}_: int, other: kind_${name} }
record ${name[0].toUpperCase()}${name.slice(1)}_ { a: int }
option ${name}: bool = true
global { ${name}_: int }
setup { G.active = White; call state_${name} }
view { V.${name}_ = ${name}_ { ${name}_: 1, other: ${name} } }
state state_${name} {
    prompt { action ${name}_(1, ${name}); button ${name}_b }
    on ${name}_(${name}_: int, k: kind_${name}) { finish "Draw", "x" }
    on ${name}_b { log "b" }
}
`

const played = (text) => `TITLE '${text.replace(/['\\\n]/g, " ")}';
STATE:
{
    "props": { "play_order": ${JSON.stringify([text || " ", "other"])}, "stones": 4 },
    "containers": { "pile": {}, ${JSON.stringify(text)}: {} }
}
END_STATE
OFFER take TUPLE2 1 2;
RECEIVE take $n:
    IF NOT EQUAL $PLAYER_NAME $CURRENT_PLAYER:
        REJECT 'no';
    END_IF
    SET_PROP 'stones' MINUS GET_PROP 'stones' $n;
    IF GREATER 1 GET_PROP 'stones':
        SET_PROP 'winner' $PLAYER_NAME;
        SET_PROP 'game_over' TRUE;
    END_IF
    NEXT_PLAYER;
    ACCEPT;
END_RECEIVE
`

/** All of them: language, source and, if there is one, title. */
export const hostile = [
  ...TEXTS.map((text) => ({ language: "rules", source: written(text), title: text })),
  ...NAMES.map((name) => ({ language: "rules", source: named(name) })),
  ...TEXTS.map((text) => ({ language: "ludl", source: played(text) })),
]
