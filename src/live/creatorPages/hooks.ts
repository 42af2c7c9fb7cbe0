import { downscaleImage } from '../../ui/downscaleImage.ts'
import { call } from '../../ui/call/call.ts'
import { apiQuery, useApiMutation } from '../../ui/call/hooks.ts'
import * as contract from './contract.ts'

/** Asked for again at each visit: a block counts at once. */
export const creatorPageQuery = (slug: string) =>
  apiQuery(['creators', slug], contract.readCreatorPage, { slug }, { refetchOnMount: 'always' })

export const ownPageQuery = apiQuery(['studio', 'page'], contract.readOwnPage, {})

const changes = { alwaysInvalidates: [ownPageQuery.queryKey, ['creators']] }

export const useSavePage = () =>
  useApiMutation(contract.saveOwnPage, {
    ...changes,
    done: { title: 'Ingediend', description: 'Iemand van ons bekijkt het. Je krijgt bericht.' },
    failed: 'Niet ingediend',
    hasFieldErrors: true,
  })

export const useOpenPage = () =>
  useApiMutation(contract.openOwnPage, { ...changes, failed: 'Niet opgeslagen' })

/** Pixels of the shorter side; the server makes the final size. */
const SENT_SIDE = 1600

export const useUploadPicture = () =>
  useApiMutation(
    async ({ kind, photo }: { kind: contract.PictureKind; photo: File }) => {
      const form = new FormData()
      form.append('picture', await downscaleImage(photo, SENT_SIDE), photo.name)
      return call(contract.uploadOwnPicture, { kind }, { form })
    },
    { ...changes, failed: 'De foto is niet ingediend' },
  )

export const useOrderPictures = () =>
  useApiMutation(contract.orderOwnPictures, { ...changes, failed: 'Niet opgeslagen' })

export const useRemovePicture = () =>
  useApiMutation(contract.removeOwnPicture, { ...changes, failed: 'De foto is niet verwijderd' })
