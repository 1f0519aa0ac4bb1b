// The page's service worker: with it the next visit needs no network. FILES and VERSION are filled in when the page is built.
//
// Invariant: a page and what it loads are of one build. So a new build waits until no page of the one before is open, or until
// somebody says so in the page.

const FILES = []
const VERSION = ""

addEventListener("install", event => {
  // What the page has loaded is not sent again: the names of assets have the hash of what is in them.
  const request = file => new Request(file, file.startsWith("./assets/") ? {} : { cache: "reload" })
  event.waitUntil(caches.open(VERSION).then(cache => cache.addAll(FILES.map(request))))
})

addEventListener("activate", event => {
  const old = async () => {
    for (const name of await caches.keys()) if (name.startsWith("house-rules ") && name !== VERSION) await caches.delete(name)
  }
  event.waitUntil(old())
})

addEventListener("fetch", event => {
  const { request } = event
  if (request.method !== "GET" || !request.url.startsWith(registration.scope)) return
  // Another page beside this one is not this one.
  const { origin, pathname } = new URL(request.url)
  const isPage = [registration.scope, `${registration.scope}index.html`].includes(origin + pathname)
  const wanted = isPage ? "./" : pathname.endsWith("/") ? `${pathname}index.html` : request
  event.respondWith(caches.match(wanted, { cacheName: VERSION, ignoreSearch: true }).then(found => found ?? fetch(request)))
})

addEventListener("message", ({ data }) => {
  if (data === "take over") skipWaiting()
})
