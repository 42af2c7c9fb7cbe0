import { useQuery } from '@tanstack/react-query'
import { LinkIcon } from 'lucide-react'
import { AccountResultLayout } from '../../people/accounts/AccountLayouts.tsx'
import { userMessageOf } from '../../ui/call/call.ts'
import { ButtonLink } from '../../ui/components/ButtonLink.tsx'
import { Skeleton } from '../../ui/components/Skeleton.tsx'
import { useLinkToken } from '../../ui/visitor/linkToken.ts'
import { ConversationLayout } from './ConversationLayout.tsx'
import { ConversationThread } from './ConversationThread.tsx'
import { conversationQuery } from './hooks.ts'

/** `/contact/gesprek`: the page of the mailed link, open to whoever has it. */
export function LinkedConversationPage() {
  const token = useLinkToken()
  return token === null ? <NoLink>Open de link uit je mail.</NoLink> : <Opened token={token} />
}

function Opened({ token }: { token: string | undefined }) {
  const access = { token: token ?? '' }
  const { data, error } = useQuery({ ...conversationQuery(access), enabled: token !== undefined })
  if (error) return <NoLink>{userMessageOf(error)}</NoLink>
  return (
    <ConversationLayout>
      {data ? (
        <ConversationThread conversation={data} access={access} />
      ) : (
        <Skeleton className="h-80 rounded-card" />
      )}
    </ConversationLayout>
  )
}

const NoLink = ({ children }: { children: string }) => (
  <AccountResultLayout
    icon={LinkIcon}
    title="Deze link werkt niet"
    action={<ButtonLink to="/contact">Naar contact</ButtonLink>}
  >
    {children}
  </AccountResultLayout>
)
