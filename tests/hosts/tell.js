/** Leaves for the browser's driver what came of playing, or why nothing did. */
export function tell(played) {
  const failed = (error) => ({ failed: error?.stack ?? String(error) })
  played.catch(failed).then((told) => {
    globalThis.told = told
  })
}
