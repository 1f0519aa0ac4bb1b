// Images of pixels as texts: rules take them as `data:` URLs, no longer than a picture may be.

/** The most letters of a picture beside rules. */
const MOST = 256 * 1024

/** Lengths of the longer side, in pixels: an image is reduced until it fits. */
const SIDES = [1600, 1200, 900, 640, 480, 320, 160]

/** An image as a text. Throws if it is none that the browser can draw. */
export async function imageText(image: Blob): Promise<string> {
  const whole = await url(image)
  if (whole.length <= MOST) return whole
  const drawn = await createImageBitmap(image)
  for (const side of SIDES) {
    const scale = Math.min(1, side / Math.max(drawn.width, drawn.height))
    const canvas = new OffscreenCanvas(Math.max(1, Math.round(drawn.width * scale)), Math.max(1, Math.round(drawn.height * scale)))
    canvas.getContext("2d")!.drawImage(drawn, 0, 0, canvas.width, canvas.height)
    const text = await url(await canvas.convertToBlob({ type: "image/webp", quality: 0.85 }))
    if (text.length <= MOST) return text
  }
  return whole
}

function url(image: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(image)
  })
}
