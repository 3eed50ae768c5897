import { SEVERITIES } from '@acequia/contracts';
import { Box, Flex, Input, Skeleton, Text } from '@chakra-ui/react';
import { useCallback, useDeferredValue, useMemo, type ReactNode } from 'react';
import { EmptyNotice } from '../../components/empty-notice.js';
import { FormField, Select } from '../../components/form/fields.js';
import { Page } from '../../components/page.js';
import { Unread } from '../../components/unread.js';
import { ZoneNote } from '../../components/zone-note.js';
import { inOrderOfUrgency } from '../../entities/aviso/aviso-list.js';
import { AvisosNav } from '../../entities/aviso/avisos-nav.js';
import { SeverityOptions } from '../../entities/aviso/severity-options.js';
import { AVISOS_AT_ONCE } from '../../entities/aviso/asked.js';
import { useAvisos } from '../../entities/aviso/use-avisos.js';
import { useEmpresaOptions } from '../../entities/empresa/empresa-options.js';
import { useAddress } from '../../lib/address.js';
import { isUnread, neverCame } from '../../lib/http/query-client.js';
import { lastFailed } from '../../lib/http/reread.js';
import { readUsuario } from '../../lib/session.js';
import { AvisoList } from './components/aviso-list.js';
import { matching, SHOWN, shownOf } from './lib/filter.js';
import { texts } from './textos.js';

const HEIGHT = '9rem';
const SHOWN_TEXTS = { abiertos: texts.open, resueltos: texts.over, todos: texts.everything } as const;
const NOTHING = {
  abiertos: `${texts.inOrder}. ${texts.inOrderDetail}`,
  resueltos: texts.emptyOfOver,
  todos: texts.empty,
} as const;

/** Open and past alarms, who acknowledged them, and the actions on them. */
export function Component() {
  const rol = readUsuario()?.rol;
  const isGlobal = rol === 'admin_global';
  const { params, change } = useAddress();
  const empresas = useEmpresaOptions(isGlobal);
  const asked = isGlobal ? params.get('empresa') : null;
  const empresa = empresas.data?.find(({ id }) => String(id) === asked)?.id ?? null;
  const openId = Number(params.get('aviso')) || null;
  const shown = shownOf(params.get('estado'));
  const severidad = SEVERITIES.find((each) => each === params.get('severidad')) ?? null;
  const q = params.get('q') ?? '';
  const search = useDeferredValue(q);
  const avisos = useAvisos({ empresa, onlyOpen: shown === 'abiertos' }, !asked || empresas.isFetched);
  // A message links to its alarm, which may have ended by the time the link is followed: then read the past ones too.
  const missing = openId !== null && shown === 'abiertos' && avisos.data?.every(({ id }) => id !== openId) === true;
  const past = useAvisos({ empresa, onlyOpen: false }, missing);

  const names = useMemo(() => new Map(empresas.data?.map(({ id, nombre }) => [id, nombre])), [empresas.data]);
  const empresaOf = useCallback(
    (id: number) => (isGlobal && empresa === null ? (names.get(id) ?? `#${id}`) : null),
    [isGlobal, empresa, names],
  );
  const everything = useMemo(
    () =>
      avisos.data &&
      inOrderOfUrgency(shown === 'resueltos' ? avisos.data.filter(({ estado }) => estado === 'resuelto') : avisos.data),
    [avisos.data, shown],
  );
  const rows = useMemo(
    () => everything && matching(everything, { severidad, q: search }, empresaOf),
    [everything, severidad, search, empresaOf],
  );

  return (
    <Page title={texts.title} beside={<AvisosNav />}>
      <Flex gap="3" wrap="wrap" align="flex-end">
        <Filter label={texts.show} width="10rem" half>
          <Select
            value={shown}
            onChange={({ target }) => change({ estado: target.value === 'abiertos' ? '' : target.value }, true)}
          >
            {SHOWN.map((each) => (
              <option key={each} value={each}>
                {SHOWN_TEXTS[each]}
              </option>
            ))}
          </Select>
        </Filter>
        <Filter label={texts.severidad} width="10rem" half>
          <Select value={severidad ?? ''} onChange={({ target }) => change({ severidad: target.value }, true)}>
            <option value="">{texts.anySeverity}</option>
            <SeverityOptions />
          </Select>
        </Filter>
        <Filter label={texts.search} width="16rem">
          <Input
            type="search"
            value={q}
            placeholder={texts.searching}
            onChange={({ target }) => change({ q: target.value })}
          />
        </Filter>
        <ZoneNote />
      </Flex>
      {rows && lastFailed(avisos) && (
        <Text role="alert" color="fg.warning">
          {texts.failure}
        </Text>
      )}
      {missing && isUnread(past) && <Unread text={texts.detail.unread} onRetry={past.refetch} />}
      {missing && past.data?.every(({ id }) => id !== openId) && (
        <Text role="status" color="fg.muted">
          {texts.detail.gone}
        </Text>
      )}
      {rows && everything ? (
        <>
          {rows.length === 0 && (
            <EmptyNotice height={HEIGHT} text={everything.length === 0 ? NOTHING[shown] : texts.noMatch} />
          )}
          <AvisoList
            rows={rows}
            opened={(missing ? past.data : everything)?.find(({ id }) => id === openId)}
            cut={everything.length >= AVISOS_AT_ONCE}
            onOpen={(id) => change({ aviso: id === null ? '' : String(id) })}
            empresaOf={empresaOf}
            admin={rol !== 'usuario'}
          />
        </>
      ) : neverCame(avisos) ? (
        <EmptyNotice height={HEIGHT} text={texts.noRows} error />
      ) : (
        <Skeleton h={HEIGHT} aria-busy />
      )}
    </Page>
  );
}

interface FilterProps {
  label: string;
  width: string;
  /** Half width on a phone, so that two fields share a line. */
  half?: boolean;
  children: ReactNode;
}

function Filter({ label, width, half = false, children }: FilterProps) {
  return (
    <Box w={{ base: half ? 'calc(50% - 0.375rem)' : 'full', sm: width }}>
      <FormField label={label}>{children}</FormField>
    </Box>
  );
}
