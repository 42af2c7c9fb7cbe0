import { linear } from './colour.ts'
import type { Form } from './surface.ts'
import type { Vec } from './vector.ts'

const front = 90
const floor = 15
const bend = 26
const wall = 110

/** A seamless sheet of paper: floor, a wide bend, wall; its grid is finest where the forms stand. */
export function backdrop(hex: string, columns = 190, rows = 230): Form {
  const colour = linear(hex)
  const at = (u: number, v: number): Vec => {
    const x = gathered((0.5 - u) * 2, 130, 7)
    const along =
      v < 0.5 ? gathered((v - 0.5) * 2, front, 7) : gathered((v - 0.5) * 2, floor + bend * 1.6 + wall, 7)
    if (along < floor) return [x, 0, -along]
    const angle = (along - floor) / bend
    if (angle < Math.PI / 2) return [x, bend - bend * Math.cos(angle), -floor - bend * Math.sin(angle)]
    return [x, bend + (angle - Math.PI / 2) * bend, -floor - bend]
  }
  const material = { colour, shine: 0, rough: 1, soft: 9 }
  return [{ at, material, columns, rows, closed: false, ground: true }]
}

/** Stretches -1…1 to -reach…reach, with steps of `near` / reach of the size around the middle. */
function gathered(s: number, reach: number, near: number): number {
  const steep = Math.asinh(reach / near)
  return near * Math.sinh(s * steep)
}
