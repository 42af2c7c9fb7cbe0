import { desktopOnly, expect, test } from '../support/screen.ts'
import { findLowContrast } from '../support/violations.ts'

test(
  'too little contrast is found in elements that look like measured text',
  desktopOnly,
  async ({ page }) => {
    const low = async (body: string) => {
      await page.setContent(`<body style="background: white">${body}</body>`)
      return findLowContrast(page)
    }
    const good = '<p class="text">Goed leesbaar</p>'
    expect(await low(good)).toEqual([])
    expect(await low(`${good}<p class="text" style="color: #ddd">Slecht leesbaar</p>`)).toHaveLength(1)
    expect(await low(`<div style="background: #333">${good}</div>`)).toHaveLength(1)
    expect(await low(`${good}<style>body { background: #222 !important }</style>`)).toHaveLength(1)
    expect(await low(good)).toEqual([])
  },
)
