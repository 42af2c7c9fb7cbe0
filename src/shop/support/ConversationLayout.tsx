import type { ReactNode } from 'react'
import { BackLink } from '../../ui/components/BackLink.tsx'
import { PageTitle } from '../../ui/components/PageTitle.tsx'

/** The frame of the pages with one conversation. */
export const ConversationLayout = ({ children }: { children: ReactNode }) => (
  <div className="measure grid justify-items-center py-8 md:py-12">
    <PageTitle>Je bericht</PageTitle>
    <div className="grid w-full max-w-3xl gap-2">
      <div>
        <BackLink to="/contact">Contact</BackLink>
      </div>
      {children}
    </div>
  </div>
)
