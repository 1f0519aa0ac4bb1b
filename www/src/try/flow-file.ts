// The picture as a file of its own: the effects of the page's styles are written into it.

const SVG = "http://www.w3.org/2000/svg"

/** The copied properties, with their names in SVG. */
const KEPT = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin", "paint-order", "font-family", "font-size", "font-weight", "text-anchor"]

/** An SVG as it looks now, on its ground. */
export function standalone(svg: SVGSVGElement, ground: string): string {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const [from, to] = [svg.querySelectorAll("*"), copy.querySelectorAll("*")]
  for (const [at, element] of from.entries()) {
    const target = to[at]!
    for (const { name } of [...target.attributes]) if (/^(class|role|tabindex|data-.*|aria-.*)$/.test(name)) target.removeAttribute(name)
    if (!(element instanceof SVGGeometryElement || element instanceof SVGTextContentElement)) continue
    const style = getComputedStyle(element)
    if (style.visibility === "hidden") {
      target.remove()
      continue
    }
    for (const name of KEPT) target.setAttribute(name, style.getPropertyValue(name))
  }
  const { width, height } = svg.viewBox.baseVal
  const back = document.createElementNS(SVG, "rect")
  for (const [name, value] of Object.entries({ width, height, fill: ground })) back.setAttribute(name, String(value))
  copy.prepend(back)
  const title = document.createElementNS(SVG, "title")
  title.textContent = svg.getAttribute("aria-label")
  copy.prepend(title)
  for (const { name } of [...copy.attributes]) if (name !== "viewBox") copy.removeAttribute(name)
  copy.setAttribute("xmlns", SVG)
  copy.setAttribute("width", String(Math.ceil(width)))
  copy.setAttribute("height", String(Math.ceil(height)))
  return new XMLSerializer().serializeToString(copy)
}
