import { expect, it } from 'vitest'
import { refuseDynamicImports } from './programBundle.ts'

it('refuses import() in the code of a program, and no text or method of that name', () => {
  const refusing = (code: string) => () => refuseDynamicImports('start.cjs', code)
  expect(refusing(`exports.load = name => import(name)`)).toThrow('start.cjs has an import(): import(name)')
  expect(
    refusing("const script = `import('/main.js')`; class Key { import(data) { return this.import(data) } }"),
  ).not.toThrow()
})
