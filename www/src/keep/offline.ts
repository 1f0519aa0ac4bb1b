// The next visit needs no network; a new version of the page is offered, and comes when somebody wants it.

import { signal } from "@preact/signals"

/** A new version that is ready. */
export const update = signal<ServiceWorker>()

/** Keeps all of the page in the browser, where it can. */
export async function keepOffline() {
  if (!("serviceWorker" in navigator) || import.meta.env.DEV) return
  // Some browsers, and some settings of others, do not support this.
  const registration = await navigator.serviceWorker.register("./offline.js").catch(() => undefined)
  if (!registration) return
  const told = () => {
    update.value = registration.waiting ?? undefined
  }
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", told))
  told()
}

/** Reloads the page in its current version. */
export function takeUpdate() {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload())
  update.value?.postMessage("take over")
}
