import { memo, type ComponentProps } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { CodeBlock } from './code-block.tsx'

const plugins = [remarkGfm]

/**
 * A model's text. HTML in it is shown as text, links open outside the window, and pictures are named but never loaded:
 * an address in a text must not be able to tell anybody that it was read.
 */
export const Markdown = memo(function Markdown({ text }: { readonly text: string }) {
  return (
    <div className="md" dir="auto">
      <ReactMarkdown remarkPlugins={plugins} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  )
})

const components: Components = {
  a: ({ href, children }) => <OutsideLink href={href}>{children}</OutsideLink>,
  img: ({ src, alt }) => (
    <OutsideLink href={typeof src === 'string' ? src : undefined}>
      {alt === undefined || alt === '' ? src : alt}
    </OutsideLink>
  ),
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  table: ({ children }) => (
    <div className="md-table">
      <table>{children}</table>
    </div>
  ),
}

function OutsideLink({ href, children }: ComponentProps<'a'>) {
  if (href === undefined || !/^(https?|mailto):/i.test(href)) return <span>{children}</span>
  return (
    <a className="link" href={href} target="_blank" rel="noopener noreferrer" title={href}>
      {children}
    </a>
  )
}
