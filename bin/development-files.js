/**
 * Source maps, TypeScript, descriptions (not licences) and the headers of Node: more than a third of what npm installs. By a path in
 * `node_modules`.
 */
const developmentFile = /\.map$|\.[cm]?tsx?$|(?<!licen[cs]e)\.md$|^node-[^\\/]+[\\/]include[\\/]/i

/** @param {string} path in `node_modules` */
export const isDevelopmentFile = path => developmentFile.test(path)
