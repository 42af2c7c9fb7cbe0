import { type ComponentProps, type CSSProperties, type ReactNode, useId } from 'react'
import { cn } from '../../../ui/components/cn.ts'
import { ResponsiveImage } from '../../../ui/components/ResponsiveImage.tsx'
import type { Category } from './contract.ts'
import { standInOf } from './rules.ts'

type CategoryPictureProps = Pick<Category, 'name' | 'imageUrl'> &
  Required<Pick<ComponentProps<typeof ResponsiveImage>, 'sizes' | 'className'>>

/** A category's picture or, while it has none, a still life as in the other pictures. Its name stands beside it. */
export const CategoryPicture = ({ name, imageUrl, sizes, className }: CategoryPictureProps) =>
  imageUrl === null ? (
    <StandIn name={name} className={className} />
  ) : (
    <ResponsiveImage src={imageUrl} alt="" sizes={sizes} className={className} />
  )

const tone = (lightness: number, chroma: number, opacity = 1): string =>
  `oklch(${lightness} calc(${chroma} * var(--vivid)) var(--hue) / ${opacity})`

/** Of one hue; the ground is darker in the dark theme, the forms on it are not. */
const colours = {
  '--wall': `light-dark(${tone(0.87, 0.05)}, ${tone(0.5, 0.055)})`,
  '--floor': `light-dark(${tone(0.82, 0.06)}, ${tone(0.42, 0.055)})`,
  '--shadow': `light-dark(${tone(0.5, 0.07, 0.5)}, ${tone(0.15, 0.03, 0.6)})`,
  '--pale': tone(0.95, 0.02),
  '--pale-shade': tone(0.76, 0.055),
  '--deep': tone(0.58, 0.15),
  '--deep-shade': tone(0.33, 0.11),
}

function StandIn({ name, className }: { name: string; className: string }) {
  const { hue, vivid, scene } = standInOf(name)
  const own = useId()
  const fill = (part: string) => `url(#${own}${part})`
  const Scene = scenes[scene]
  return (
    <svg
      viewBox="0 0 400 400"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden
      className={cn('block w-full', className)}
      style={{ ...colours, '--hue': hue, '--vivid': vivid } as CSSProperties}
    >
      <defs>
        <linearGradient id={`${own}wall`} x1="0" y1="0" x2="0.25" y2="1">
          <stop offset="0.35" stopColor="var(--wall)" />
          <stop offset="0.78" stopColor="var(--floor)" />
        </linearGradient>
        <Shading id={`${own}pale`} light="#fff" middle="var(--pale)" dark="var(--pale-shade)" />
        <Shading id={`${own}deep`} light="var(--pale-shade)" middle="var(--deep)" dark="var(--deep-shade)" />
        <Shading id={`${own}gold`} light="#fff6e4" middle="#d9a86a" dark="#7d5327" />
        <linearGradient id={`${own}side`}>
          <stop offset="0" stopColor="var(--pale)" />
          <stop offset="1" stopColor="var(--pale-shade)" />
        </linearGradient>
        <radialGradient id={`${own}shadow`}>
          <stop offset="0.3" stopColor="var(--shadow)" />
          <stop offset="1" stopColor="var(--shadow)" stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect width="400" height="400" fill={fill('wall')} />
      {/* Above the middle, because the name covers the lower edge. */}
      <g transform="translate(0 -34)">
        <Scene fill={fill} />
      </g>
    </svg>
  )
}

/** Light from the upper left. */
const Shading = ({ id, light, middle, dark }: Record<'id' | 'light' | 'middle' | 'dark', string>) => (
  <radialGradient id={id} cx="0.35" cy="0.28" r="0.8">
    <stop offset="0" stopColor={light} />
    <stop offset="0.4" stopColor={middle} />
    <stop offset="1" stopColor={dark} />
  </radialGradient>
)

type Fill = (part: 'pale' | 'deep' | 'gold' | 'side' | 'shadow') => string

interface StoneProps {
  fill: Fill
  of: 'pale' | 'deep' | 'gold'
  /** The middle and the half axes. */
  at: [x: number, y: number]
  size: [width: number, height: number]
}

/** A rounded form with its shadow to the lower right. */
const Stone = ({ fill, of, at: [x, y], size: [rx, ry] }: StoneProps): ReactNode => (
  <>
    <ellipse cx={x + rx * 0.3} cy={y + ry * 0.92} rx={rx * 1.25} ry={ry * 0.34} fill={fill('shadow')} />
    <ellipse cx={x} cy={y} rx={rx} ry={ry} fill={fill(of)} />
  </>
)

/** A low round stand. */
const Plinth = ({ fill, at: [x, y], width }: { fill: Fill; at: [number, number]; width: number }) => (
  <>
    <ellipse cx={x + 24} cy={y + 44} rx={width * 1.12} ry="30" fill={fill('shadow')} />
    <path d={`M${x - width} ${y} v34 a${width} 26 0 0 0 ${2 * width} 0 v-34 z`} fill={fill('side')} />
    <ellipse cx={x} cy={y} rx={width} ry="26" fill="var(--pale)" />
  </>
)

const scenes: Record<ReturnType<typeof standInOf>['scene'], (props: { fill: Fill }) => ReactNode> = {
  plinth: ({ fill }) => (
    <>
      <Plinth fill={fill} at={[170, 248]} width={104} />
      <Stone fill={fill} of="deep" at={[170, 190]} size={[66, 60]} />
      <Stone fill={fill} of="pale" at={[290, 246]} size={[38, 34]} />
      <Stone fill={fill} of="gold" at={[246, 292]} size={[14, 14]} />
    </>
  ),
  stack: ({ fill }) => (
    <>
      <Stone fill={fill} of="pale" at={[190, 262]} size={[98, 40]} />
      <Stone fill={fill} of="deep" at={[182, 200]} size={[70, 31]} />
      <Stone fill={fill} of="pale" at={[192, 151]} size={[44, 22]} />
      <Stone fill={fill} of="gold" at={[312, 284]} size={[14, 14]} />
    </>
  ),
  arch: ({ fill }) => (
    <>
      <ellipse cx="210" cy="290" rx="150" ry="22" fill={fill('shadow')} />
      <path d="M92 288 v-96 a88 88 0 0 1 176 0 v96 h-46 v-96 a42 42 0 0 0 -84 0 v96 z" fill={fill('side')} />
      <Stone fill={fill} of="deep" at={[252, 258]} size={[50, 46]} />
      <Stone fill={fill} of="gold" at={[324, 292]} size={[14, 14]} />
    </>
  ),
}
