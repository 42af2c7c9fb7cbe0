/** Packages that a build does not contain: they have files beside their code, such as native code and WebAssembly. */
export const externalPackages = ['@electric-sql/pglite', 'sharp', 'tesseract.js']

/** Packages without code of which a running server reads a file. */
export const dataPackages = [
  '@embedpdf/fonts-latin',
  '@embedpdf/fonts-sc',
  '@tesseract.js-data/eng',
  '@ip-location-db/geo-whois-asn-country-mmdb',
]
