import { Archive, Download, LinkIcon } from 'lucide-react'
import { AccountResultLayout } from '../../people/accounts/AccountLayouts.tsx'
import { useLinkToken } from '../../ui/linkToken.ts'
import { Button } from '../../ui/components/Button.tsx'
import { exportFilePath } from './contract.ts'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'

/** The page of the mailed link to an export. */
export function ExportPage() {
  const token = useLinkToken()
  return token === null ? <NoLink /> : <Ready token={token} />
}

const Ready = ({ token }: { token: string | undefined }) => (
  <AccountResultLayout
    icon={Archive}
    title="Je gegevens staan klaar"
    action={
      <Button asChild>
        <a href={token && exportFilePath(token)} download>
          <Download aria-hidden />
          Download de kopie
        </a>
      </Button>
    }
  >
    Een ZIP-bestand met alles wat we van je bewaren. Bewaar het op een plek waar alleen jij bij kunt.
  </AccountResultLayout>
)

const NoLink = () => (
  <AccountResultLayout
    icon={LinkIcon}
    title="Deze link werkt niet"
    action={<ButtonLink to="/profile?tab=privacy">Naar je privacy</ButtonLink>}
  >
    Open de link uit je mail, of vraag een nieuwe kopie aan.
  </AccountResultLayout>
)
