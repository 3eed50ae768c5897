import { numero } from '@acequia/contracts';
import { Button } from '@chakra-ui/react';
import { memo } from 'react';
import { pagesOf } from './page-of.js';
import { texts } from './textos.js';
import { ROWS_PER_PAGE } from './url-state.js';

const { pages: t } = texts;

interface Props {
  total: number;
  /** Index of the first and of the last visible row. */
  first: number;
  last: number;
  /** The page in sight. */
  shownPage: number;
  /** The same function in each render. */
  onPage: (page: number) => void;
}

/** Shows the position and jumps by a page; only for lists longer than a page. */
export function Pager({ total, first, last, shownPage, onPage }: Props) {
  if (total <= ROWS_PER_PAGE) return null;
  return (
    <nav aria-label={t.label} className="paginas">
      <p>{t.position(numero(first + 1), numero(Math.min(last + 1, total)), numero(total))}</p>
      <Pages shownPage={shownPage} pages={pagesOf(total)} onPage={onPage} />
    </nav>
  );
}

interface PagesProps extends Pick<Props, 'shownPage' | 'onPage'> {
  pages: number;
}

const Pages = memo(function Pages({ shownPage, pages, onPage }: PagesProps) {
  return (
    <div>
      <Button size="sm" variant="ghost" disabled={shownPage === 1} onClick={() => onPage(shownPage - 1)}>
        {t.previous}
      </Button>
      <p>{t.page(numero(shownPage), numero(pages))}</p>
      <Button size="sm" variant="ghost" disabled={shownPage === pages} onClick={() => onPage(shownPage + 1)}>
        {t.next}
      </Button>
    </div>
  );
});
