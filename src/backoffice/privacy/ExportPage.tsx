import { Archive, Download, LinkIcon } from 'lucide-react'
import { AccountResultLayout } from '../../people/accounts/AccountLayouts.tsx'
import { useLinkToken } from '../../ui/visitor/linkToken.ts'
import { Button } from '../../ui/components/Button.tsx'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { useDownloadExport } from './hooks.ts'

/** The page of the mailed link to an export. */
export function ExportPage() {
  const token = useLinkToken()
  return token === null ? <NoLink /> : <Ready token={token} />
}

function Ready({ token }: { token: string | undefined }) {
  const download = useDownloadExport()
  return (
    <AccountResultLayout
      icon={Archive}
      title="Je gegevens staan klaar"
      action={
        <Button
          busy={download.isPending}
          disabled={!token}
          onClick={() => token && download.mutate({ token })}
        >
          <Download aria-hidden />
          Download de kopie
        </Button>
      }
    >
      Een ZIP-bestand met alles wat we van je bewaren. Bewaar het op een plek waar alleen jij bij kunt.
    </AccountResultLayout>
  )
}

const NoLink = () => (
  <AccountResultLayout
    icon={LinkIcon}
    title="Deze link werkt niet"
    action={<ButtonLink to="/profile?tab=privacy">Naar je privacy</ButtonLink>}
  >
    Open de link uit je mail, of vraag een nieuwe kopie aan.
  </AccountResultLayout>
)
