import { formatCount, formatPercent } from '../../ui/format.ts'
import { AdminAnalyticsCard } from './AdminAnalyticsCard.tsx'
import { shareOf } from './comparison.rules.ts'
import { funnelSteps, type WebsiteAnalytics } from './contract.ts'
import { funnelStepNames } from './labels.rules.ts'

/** How far visits came on the way from looking to paying, each step with its share of the one before. */
export const AdminFunnel = ({ funnel }: Pick<WebsiteAnalytics, 'funnel'>) => (
  <AdminAnalyticsCard title="Van kijken naar kopen" aside="bezoeken">
    <ol aria-label="Van kijken naar kopen" className="figures grid gap-5 text-small">
      {funnelSteps.map((step, index) => {
        const before = funnelSteps[index - 1]
        return (
          <li key={step} className="grid gap-1.5">
            <div className="flex items-baseline justify-between gap-4">
              <span>{funnelStepNames[step]}</span>{' '}
              <span className="shrink-0">
                {before && funnel[before] > 0 && (
                  <span className="mr-3 text-ink-soft">
                    {formatPercent(shareOf(funnel[step], funnel[before]))} ging door
                  </span>
                )}{' '}
                <span className="font-medium">{formatCount(funnel[step])}</span>
              </span>
            </div>
            <Bar share={shareOf(funnel[step], funnel.product)} />
          </li>
        )
      })}
    </ol>
  </AdminAnalyticsCard>
)

const Bar = ({ share }: { share: number }) => (
  <div aria-hidden className="h-2 overflow-hidden rounded-full bg-ink/6">
    <div
      className="h-full rounded-full bg-accent transition-[width] duration-200"
      style={{ width: `${share * 100}%` }}
    />
  </div>
)
