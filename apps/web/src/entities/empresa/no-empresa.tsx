import { Skeleton } from '@chakra-ui/react';
import type { UseQueryResult } from '@tanstack/react-query';
import { EmptyNotice } from '../../components/empty-notice.js';
import { Unread } from '../../components/unread.js';
import { isUnread } from '../../lib/http/query-client.js';
import { texts } from './textos.js';

const HEIGHT = '9rem';

/** Stands in place of what belongs to a company while none is chosen: the list is being read, could not be read, or is empty. */
export function NoEmpresa({ selection }: { selection: UseQueryResult<readonly unknown[]> }) {
  if (isUnread(selection)) return <Unread text={texts.unread} onRetry={selection.refetch} />;
  return selection.data ? <EmptyNotice height={HEIGHT} text={texts.none} /> : <Skeleton h={HEIGHT} aria-busy />;
}
