import { Radio } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '../../ui/components/Button.tsx'

/** The last section of the home page: dark in either theme, like Live Control itself. */
export function LivePromo() {
  return (
    <section className="measure pt-20 md:pt-28" aria-labelledby="live-invitation">
      <div
        data-theme="dark"
        className="relative grid overflow-hidden rounded-card bg-surface px-6 py-14 text-ink md:px-14 md:py-20"
      >
        <Glow />
        <Wave />
        <div className="relative grid max-w-xl justify-items-start gap-5">
          <p className="eyebrow text-live-text">Live Control</p>
          <h2 id="live-invitation" className="display text-title">
            Jij kiest het ritme, zij voelt het nu
          </h2>
          <p className="text-lead text-ink-soft">
            Koop minuten, kies wie er online is en neem de regie. Je betaalt alleen voor de tijd die je
            speelt.
          </p>
          <Button asChild size="lg" variant="live">
            <Link to="/live">
              <Radio aria-hidden />
              Start een sessie
            </Link>
          </Button>
        </div>
      </div>
    </section>
  )
}

/** A gradient from the lower corner. */
const Glow = () => (
  <div
    aria-hidden
    className="absolute inset-0 bg-[radial-gradient(60rem_32rem_at_90%_110%,var(--color-accent-strong),transparent_70%)] opacity-50"
  />
)

/** The wave of the control page, as a decoration. */
const Wave = () => (
  <svg
    viewBox="0 0 1200 400"
    preserveAspectRatio="none"
    fill="none"
    aria-hidden
    className="absolute inset-0 size-full text-accent-text opacity-35"
  >
    {[0, 1, 2, 3, 4].map(step => (
      <path
        key={step}
        stroke="currentColor"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
        strokeOpacity={0.9 - step * 0.17}
        d={`M520 ${300 - step * 14} C 640 ${120 - step * 30}, 720 ${420 - step * 10}, 840 ${230 - step * 22} S 1040 ${60 + step * 26}, 1200 ${210 - step * 30}`}
      />
    ))}
  </svg>
)
