/**
 * Source maps, TypeScript, descriptions (not licences), the headers of Node, and the countries of IP addresses a second time, in halves. By a
 * path in `node_modules`.
 */
const developmentFile =
  /\.map$|\.[cm]?tsx?$|(?<!licen[cs]e)\.md$|^node-[^\\/]+[\\/]include[\\/]|-ipv[46]\.mmdb$/i

/** In the folder of a package itself: its tests, and what its repository needs. Deeper, a folder `test` may be code. */
const developmentFolder =
  /(?:^|node_modules[\\/])(?:@[^\\/]+[\\/])?[^@.\\/][^\\/]*[\\/](?:tests?|\.yarn|\.github)[\\/]/

/**
 * What only developing needs of the packages: more than a third of what npm installs.
 * @param {string} path in `node_modules`
 */
export const isDevelopmentFile = path => developmentFile.test(path) || developmentFolder.test(path)
