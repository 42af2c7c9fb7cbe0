import type { Camera } from './camera.ts'
import { hexOf } from './colour.ts'
import type { Frame } from './cuts.ts'
import { facetsOf, type Facet } from './facets.ts'
import type { Baked, Patch } from './grid.ts'

/**
 * A lit scene as SVG: every surface cut into facets of a few pixels, each in the one colour that the
 * eye sees there, far ones first. `fine` is a facet's size in pixels, `over` what is drawn on top.
 */
export function painted(baked: Baked, camera: Camera, frame: Frame, fine: number, over: string): string {
  const facets = (ground: boolean) =>
    baked.patches
      .filter(({ surface }) => (surface.ground ?? false) === ground && surface.material.glass?.bend !== 1)
      .flatMap(patch => facetsOf(baked, patch, camera, frame, fine * finenessOf(patch)))
  const forms = facets(false).sort((a, b) => b.depth - a.depth)
  const { width, height } = frame
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<g shape-rendering="crispEdges">${byColour(facets(true))}${forms.map(facet => drawn(facet.colour, outlineOf(facet))).join('')}</g>` +
    `${over}</svg>`
  )
}

/** Ground shades slowly; what mirrors or is clear holds a whole small picture. */
function finenessOf({ surface: { ground, material } }: Patch): number {
  if (ground) return 1.8
  if (material.glass) return 0.8
  return material.rough < 0.25 ? 1 : 1.6
}

const drawn = (colour: number, path: string): string => `<path fill="${hexOf(colour)}" d="${path}"/>`

/** Whole pixels: neighbours round their common corners alike, so nothing shows between them. */
const outlineOf = ({ ring }: Facet): string =>
  `M${ring.map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`).join(' ')}z`

/** The ground hides nothing of itself, so its facets need no order: one path a colour draws far faster. */
function byColour(facets: readonly Facet[]): string {
  const paths = new Map<number, string[]>()
  for (const facet of facets) {
    const same = paths.get(facet.colour)
    if (same) same.push(outlineOf(facet))
    else paths.set(facet.colour, [outlineOf(facet)])
  }
  return [...paths].map(([colour, parts]) => drawn(colour, parts.join(''))).join('')
}
