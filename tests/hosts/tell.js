/** Leaves the result of playing, or its failure, for the browser's driver. */
export function tell(played) {
  const failed = (error) => ({ failed: error?.stack ?? String(error) })
  played.catch(failed).then((told) => {
    globalThis.told = told
  })
}
