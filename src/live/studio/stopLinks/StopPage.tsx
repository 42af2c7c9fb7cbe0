import { CircleCheck, CircleX, Square } from 'lucide-react'
import { useEffect } from 'react'
import { useParams } from 'react-router'
import { userMessageOf } from '../../../ui/call/call.ts'
import { Button } from '../../../ui/components/Button.tsx'
import { PageTitle } from '../../../ui/components/PageTitle.tsx'
import { Spinner } from '../../../ui/components/Spinner.tsx'
import { plural } from '../../../ui/format.ts'
import { stopFailureText, useStopByLink } from './hooks.ts'

/**
 * `/stop/{token}`: stops as soon as it is open, because whoever opened it wants just that. A program that only looks at the address,
 * for a preview, runs no script and stops nothing.
 */
export function StopPage() {
  const { token = '' } = useParams()
  const { mutate, data, error, isPending, failureReason, variables } = useStopByLink(token)
  useEffect(() => mutate(false), [mutate])
  return (
    <div className="measure grid grow place-items-center py-10 md:py-16">
      <PageTitle>Stop</PageTitle>
      <meta name="robots" content="noindex" />
      <div className="grid w-full max-w-md justify-items-center gap-6 text-center">
        <div role="status" className="grid justify-items-center gap-4">
          {data && <CircleCheck className="size-16 text-green" strokeWidth={1.5} aria-hidden />}
          {error && <CircleX className="size-16 text-danger" strokeWidth={1.5} aria-hidden />}
          {!data && !error && <Spinner className="size-16" label="Stopt" />}
          <h1 className="display text-title">{data ? 'Gestopt' : error ? 'Niet gestopt' : 'Stopt …'}</h1>
          <p className="text-lead text-ink-soft">
            {data && (variables ? PANIC_TEXT : stoppedText(data.sessions))}
            {error && userMessageOf(error)}
            {isPending && stopFailureText(failureReason)}
          </p>
        </div>
        <Button size="lg" className="w-full" busy={isPending && !variables} onClick={() => mutate(false)}>
          <Square className="fill-current" aria-hidden />
          Stop nog eens
        </Button>
        <Button
          variant="danger"
          size="lg"
          className="w-full"
          busy={isPending && variables}
          onClick={() => mutate(true)}
        >
          Paniek: stop en blokkeer
        </Button>
      </div>
    </div>
  )
}

const PANIC_TEXT =
  'Alles kreeg een stop. Je bent uit de uitzending, en wie het laatst speelde, is geblokkeerd. In je studio kun je dat terugdraaien.'

const stoppedText = (sessions: number): string =>
  sessions > 0
    ? `Alles kreeg een stop, en ${plural(sessions, 'sessie', 'sessies')} ${sessions === 1 ? 'is' : 'zijn'} beëindigd.`
    : 'Alles kreeg een stop. Er speelde niemand.'
