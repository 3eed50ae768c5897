import type { Aviso } from '@acequia/contracts';
import { Flex, Skeleton, Text } from '@chakra-ui/react';
import { EmptyNotice } from '../../../components/empty-notice.js';
import { useAvisos } from '../../../entities/aviso/use-avisos.js';
import { neverCame } from '../../../lib/http/query-client.js';
import { lastFailed } from '../../../lib/http/reread.js';
import { serverNow } from '../../../lib/time/server-clock.js';
import { useDates } from '../../../lib/time/shown-zone.js';
import { inOrderSince } from '../lib/strip.js';
import { texts } from '../textos.js';
import { Problems } from './problems.js';

const HEIGHT = '9rem';

interface Props extends Omit<Parameters<typeof Problems>[0], 'rows'> {
  avisos: ReturnType<typeof useAvisos>;
  /** Those of the alarms that are shown; undefined while they load. */
  rows: readonly Aviso[] | undefined;
  /** There are others, which a filter hides. */
  filtered: boolean;
  empresa: number | null;
}

/** What is wrong now; else since when all is well, or that it is not known. */
export function ProblemList({ avisos, rows, filtered, empresa, ...problems }: Props) {
  if (!rows) {
    if (neverCame(avisos)) return <EmptyNotice height={HEIGHT} text={texts.noRows} error />;
    return <Skeleton h={HEIGHT} aria-busy />;
  }
  return (
    <>
      {lastFailed(avisos) && (
        <Text role="alert" color="fg.warning" mb="2">
          {texts.failure}
        </Text>
      )}
      {rows.length > 0 ? (
        <Problems {...problems} rows={rows} />
      ) : filtered ? (
        <EmptyNotice height={HEIGHT} text={texts.noMatch} />
      ) : (
        <InOrder empresa={empresa} />
      )}
    </>
  );
}

/** Shown without open alarms: since when everything is in order. */
function InOrder({ empresa }: { empresa: number | null }) {
  const past = useAvisos({ empresa, onlyOpen: false });
  const since = past.data ? inOrderSince(past.data) : null;
  const dates = useDates();
  const today = since !== null && dates.dayOf(since) === dates.dayOf(serverNow());
  return (
    <Flex py="4" align="center" justify="center" rounded="md" bg="campo.subtle" px="4" textAlign="center">
      <Text role="status" fontSize="xl" fontWeight="600" color="campo.fg">
        {since === null ? texts.inOrder : texts.inOrderSince(today ? dates.timeOf(since) : dates.dateTimeOf(since))}
      </Text>
    </Flex>
  );
}
