/** The first match counts: most browsers also name the browsers that they derive from. */
const browsers = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bCriOS\/|\bChrom(e|ium)\/|\bHeadlessChrome\//, 'Chrome'],
  // A page on the home screen of an iPhone names only the engine, in this version for ever.
  [/\bSafari\/|\bAppleWebKit\/605\./, 'Safari'],
] as const

const systems = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
] as const

const nameIn = (names: readonly (readonly [RegExp, string])[], text: string): string | null =>
  names.find(([pattern]) => pattern.test(text))?.[1] ?? null

/** Names the browser and operating system of a User-Agent header; null for an unknown one. */
export const describeUserAgent = (userAgent = ''): { browser: string | null; system: string | null } => ({
  browser: nameIn(browsers, userAgent),
  system: nameIn(systems, userAgent),
})

/** Fetches in its own name with the browser's cookies: players of sound and video, and download managers of phones. */
const browserHelpers = /\bAppleCoreMedia\/|\bstagefright\/|\bAndroidDownloadManager\//

/** Whether a request may come from the browser that a session was made in. One that was unknown may be any. */
export const isSameBrowser = (browser: string | null, userAgent = ''): boolean =>
  browser === null || browserHelpers.test(userAgent) || describeUserAgent(userAgent).browser === browser
