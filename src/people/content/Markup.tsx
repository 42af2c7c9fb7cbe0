import { createElement, Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { type MarkupBlock, type MarkupInline, parseInline, parseMarkup } from './markup.rules.ts'

/** The node that stands for a placeholder, by its name. */
export type MarkupParts = Record<string, ReactNode>

const noParts: MarkupParts = {}

interface MarkupProps {
  text: string
  parts?: MarkupParts
}

/**
 * Paragraphs in our markup, as elements: nothing in them is ever HTML.
 * @param headings one level below the heading that the text is under
 */
export const Markup = ({
  text,
  parts = noParts,
  headings = 'h3',
}: MarkupProps & { headings?: 'h2' | 'h3' }) =>
  inOrder(parseMarkup(text).map(block => renderBlock(block, parts, headings)))

/** A line in our markup, within an element of the caller. */
export const InlineMarkup = ({ text, parts = noParts }: MarkupProps) => renderInline(parseInline(text), parts)

/** Children that never change places, and need no keys. */
const inOrder = (children: ReactNode[]) => createElement(Fragment, null, ...children)

function renderBlock(block: MarkupBlock, parts: MarkupParts, Heading: 'h2' | 'h3'): ReactNode {
  if (block.kind === 'list')
    return createElement(
      'ul',
      null,
      ...block.items.map(item => createElement('li', null, renderInline(item, parts))),
    )
  const children = renderInline(block.children, parts)
  const [only, ...others] = block.children
  // Such a part may be a table or a card, which can't be in a paragraph.
  if (only?.kind === 'placeholder' && others.length === 0) return children
  return block.kind === 'heading' ? <Heading>{children}</Heading> : <p>{children}</p>
}

const renderInline = (children: MarkupInline[], parts: MarkupParts): ReactNode =>
  inOrder(children.map(child => renderNode(child, parts)))

function renderNode(node: MarkupInline, parts: MarkupParts): ReactNode {
  switch (node.kind) {
    case 'text':
      return node.text
    case 'strong':
      return <strong>{renderInline(node.children, parts)}</strong>
    case 'emphasis':
      return <em>{renderInline(node.children, parts)}</em>
    case 'placeholder':
      return parts[node.name] ?? `{${node.name}}`
    case 'link':
      return <MarkupLink to={node.to}>{renderInline(node.children, parts)}</MarkupLink>
  }
}

const MarkupLink = ({ to, children }: { to: string; children: ReactNode }) => {
  if (to.startsWith('/')) return <Link to={to}>{children}</Link>
  return to.startsWith('https:') ? (
    <a href={to} target="_blank" rel="noreferrer">
      {children}
    </a>
  ) : (
    <a href={to}>{children}</a>
  )
}
