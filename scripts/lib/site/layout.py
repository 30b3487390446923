"""Checks the layout of an open page: the sidebar, the filter, the width of a phone, cut code, and the contrast of the footer."""

PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}
NARROW_WINDOW = {"width": 1400, "height": 1000, "deviceScaleFactor": 1, "mobile": False}
LEAST_TEXT = 12
LEAST_CONTRAST = 4.5
PATIENCE = 30_000

# Waits until the page is selected in the sidebar or the time is up. Returns the addresses that the sidebar shows around it.
SIDEBAR = """(path, neighbors, limit) => new Promise(resolve => {
  const start = Date.now()
  const all = new Set()
  const address = item => (item.querySelector('a.leaf-link') || { pathname: '' }).pathname.replace(/\\/$/, '').toLowerCase()
  const items = () => [...document.querySelectorAll('.navigator-card-item')].filter(one => one.checkVisibility())
  const isPage = item => item.classList.contains('active') && address(item).endsWith(path)
  const pause = () => new Promise(done => setTimeout(done, 200))
  // The list contains only the entries near the visible ones. A page's own headings can be between it and the next page.
  const collect = async () => {
    for (const item of items()) all.add(address(item))
    const last = items().at(-1)
    if (last) last.scrollIntoView({ block: 'start' })
    await pause()
  }
  const look = async () => {
    const active = items().find(isPage)
    if (!active && Date.now() - start < limit) return setTimeout(look, 50)
    if (active) active.scrollIntoView({ block: 'center' })
    await pause()
    const isActive = items().some(isPage)
    const found = one => [...all].some(address => address.endsWith(one))
    for (let screen = 0; screen < 12 && (screen == 0 || !neighbors.every(found)); screen++) await collect()
    resolve({ isActive, all: [...all] })
  }
  look()
})"""

# Types a word into the sidebar's filter. Returns the titles that contain it.
FILTER = """(word, limit) => new Promise(resolve => {
  const start = Date.now()
  const find = () => {
    const input = document.querySelector('.navigator-filter input')
    if (!input) return Date.now() - start > limit ? resolve([]) : setTimeout(find, 50)
    input.value = word
    input.dispatchEvent(new Event('input', { bubbles: true }))
    const look = () => {
      const titles = [...document.querySelectorAll('.navigator-card-item.expanded, .navigator-card-item')]
        .filter(one => one.checkVisibility()).map(one => (one.querySelector('.leaf-link') || one).textContent.trim())
      const found = titles.filter(one => one.toLowerCase().includes(word.toLowerCase()))
      // The previous list stays for a moment. Only a match is marked.
      if (document.querySelector('.navigator-card-item .match') && found.length || Date.now() - start > limit) resolve(found)
      else setTimeout(look, 50)
    }
    setTimeout(look, 400)
  }
  find()
})"""

# Finds a page that is too wide, an element outside the window that no box scrolls, and diagrams with small text.
FITS = """async (least) => {
  await new Promise(resolve => setTimeout(resolve, 300))
  const width = document.documentElement.clientWidth, problems = []
  const own = element => element.tagName.toLowerCase() + [...element.classList].map(one => '.' + one).join('')
  const isScrolled = element => {
    for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
      if (['auto', 'scroll'].includes(getComputedStyle(box).overflowX)) return true
    }
    return false
  }
  const page = document.scrollingElement.scrollWidth
  if (page > width) problems.push(`is ${page} px wide in a window of ${width} px`)
  const wide = [...document.querySelectorAll('main *')].find(one => {
    const box = one.getBoundingClientRect()
    return box.width > 0 && box.right > width + 1 && one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      && !one.closest('nav, .dropdown') && !isScrolled(one)
  })
  if (wide) problems.push(`has ${own(wide)}, which ends at ${Math.round(wide.getBoundingClientRect().right)} px of ${width} px`)
  for (const image of document.querySelectorAll('main img')) {
    const other = /^url\\("(.*)"\\)/.exec(getComputedStyle(image).content)
    const url = other ? other[1] : image.currentSrc || image.src
    if (!/\\.svg$/.test(url)) continue
    const parsed = new DOMParser().parseFromString(await (await fetch(url)).text(), 'image/svg+xml')
    const svg = parsed.documentElement
    const sizes = [...svg.querySelectorAll('text, tspan')]
      .map(one => parseFloat(one.closest('[font-size]').getAttribute('font-size')))
    const scale = image.getBoundingClientRect().width / svg.viewBox.baseVal.width
    const smallest = Math.min(...sizes) * scale
    if (smallest < least - 0.05) problems.push(`shows text of ${smallest.toFixed(1)} px in ${url.replace(/.*\\//, '')}`)
  }
  return problems
}"""

# The listings that are wider than their boxes.
CUT = """() => [...document.querySelectorAll('main .code-listing')].filter(one =>
  [one, ...one.querySelectorAll('*')].some(part =>
    getComputedStyle(part).overflowX !== 'visible' && part.scrollWidth > part.clientWidth + 1)
).map(one => one.textContent.trim().slice(0, 60))"""

# Footer text with too little contrast, as the Web Content Accessibility Guidelines 2.2 define it.
PALE = """(least) => {
  const parts = color => (/rgba?\\(([^)]*)\\)/.exec(color) || ['', '0,0,0,0'])[1].split(',').map(Number)
  const ground = element => {
    for (let one = element; one; one = one.parentElement) {
      const [red, green, blue, alpha = 1] = parts(getComputedStyle(one).backgroundColor)
      if (alpha > 0) return [red, green, blue]
    }
    return [255, 255, 255]
  }
  const luminance = color => {
    const [red, green, blue] = color.slice(0, 3).map(one => one / 255)
      .map(one => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  return [...document.querySelectorAll('.footer .text')].map(one => {
    const [low, high] = [luminance(parts(getComputedStyle(one).color)), luminance(ground(one))].sort((a, b) => a - b)
    return { text: one.textContent.trim(), contrast: (high + 0.05) / (low + 0.05) }
  }).filter(one => one.contrast < least)
}"""


def sidebar(tab, page, neighbors, limit):
    """Checks that the sidebar selects the page, between the pages before and after it in its group of topics."""
    path = page.path.lower()
    neighbors = [one.lower() for one in neighbors]
    shown = tab.run(SIDEBAR, path, neighbors, min(limit, PATIENCE))
    if not shown["isActive"]:
        return [f"is not selected in the sidebar, which shows {len(shown['all'])} entries"]
    return [f"does not show {one} next to it in the sidebar" for one in neighbors
            if not any(address.endswith(one) for address in shown["all"])]


def searched(tab, words, limit):
    return [f"the filter finds nothing for '{word}'" for word in words if not tab.run(FILTER, word, min(limit, PATIENCE))]


def on_phone(tab):
    with_size(tab, PHONE)
    try:
        return tab.run(FITS, LEAST_TEXT)
    finally:
        tab.call("Emulation.clearDeviceMetricsOverride")


def cut_code(tab):
    with_size(tab, NARROW_WINDOW)
    try:
        return [f"cuts the code '{one}' in a window of {NARROW_WINDOW['width']} px" for one in tab.run(CUT)]
    finally:
        tab.call("Emulation.clearDeviceMetricsOverride")


def pale_footer(tab):
    problems = []
    for scheme in ("light", "dark"):
        tab.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        problems += [f"shows '{one['text']}' with a contrast of {one['contrast']:.1f} in {scheme} mode"
                     for one in tab.run(PALE, LEAST_CONTRAST)]
    tab.call("Emulation.setEmulatedMedia", features=[])
    return problems


def with_size(tab, size):
    tab.call("Emulation.setDeviceMetricsOverride", **size)
