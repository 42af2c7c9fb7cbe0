/**
 * Source maps, TypeScript, descriptions (not licences), the headers of Node, and the countries of IP addresses by version of IP,
 * which the whole file has too. By a path in `node_modules`.
 */
const developmentFilePattern =
  /\.map$|\.[cm]?tsx?$|(?<!licen[cs]e)\.md$|^node-[^\\/]+[\\/]include[\\/]|-ipv[46]\.mmdb$/i

/** The builds of tesseract that Node does not load, and the data that the shop does not: 50 MB. */
const otherTesseractPattern =
  /(^|[\\/])(tesseract\.js-core[\\/].*(\.wasm\.js|-lstm\.(js|wasm))$|eng[\\/]4\.0\.0[\\/])/

/** In the folder of a package itself: its tests, and the files for its repository. Deeper, a folder `test` may be code. */
const developmentFolderPattern =
  /(?:^|node_modules[\\/])(?:@[^\\/]+[\\/])?[^@.\\/][^\\/]*[\\/](?:tests?|\.yarn|\.github)[\\/]/

/**
 * The files of the packages that only developing needs: more than a third of the files that npm installs.
 * @param {string} path in `node_modules`
 */
export const isDevelopmentFile = path =>
  [developmentFilePattern, developmentFolderPattern, otherTesseractPattern].some(each => each.test(path))
