/** The minified text of a script, made by `minifyInline` of vite.config.ts. */
declare module '*?inline-code' {
  const code: string
  export default code
}
