/** Source maps, type declarations and the headers of Node: a third of what npm installs. By a path in `node_modules`. */
const developmentFile = /\.map$|\.d\.[cm]?ts$|^node-[^\\/]+[\\/]include[\\/]/

/** @param {string} path in `node_modules` */
export const isDevelopmentFile = path => developmentFile.test(path)
