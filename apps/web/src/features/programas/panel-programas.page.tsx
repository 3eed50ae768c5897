import type { Turno } from '@acequia/contracts';
import { Flex, Heading, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { Card } from '../../components/card.js';
import { Unread } from '../../components/unread.js';
import { viewIn, ViewLinks } from '../../components/view-links.js';
import { ZoneNote } from '../../components/zone-note.js';
import { dispositivosOfUsuario } from '../../entities/dispositivo/dispositivos.js';
import { useEmpresaZone } from '../../entities/empresa/empresa-zone.js';
import { StopAllButton } from '../../entities/programa/stop-all-button.js';
import { useLiveTurnos } from '../../entities/programa/use-live-turnos.js';
import { useAddress } from '../../lib/address.js';
import { api } from '../../lib/http/api-client.js';
import { dateTimeOf } from '../../lib/format/format.js';
import { isUnread } from '../../lib/http/query-client.js';
import { readUsuario } from '../../lib/session.js';
import { useProgramas } from './api/programas.js';
import { AccountView } from './components/account-view.js';
import { DayView } from './components/day-view.js';
import { ProgramaButtons } from './components/programa-buttons.js';
import { Starts } from './components/starts.js';
import { TodayBySector } from './components/today-by-sector.js';
import { daysText, stateText } from './lib/describe.js';
import { KEPT } from '../../lib/offline/last-state.js';
import { texts } from './textos.js';

const OWN_VIEWS = ['dia', 'cuenta'] as const;

/** The programs that move an end user's switches. */
export function Component() {
  const usuarioId = readUsuario()?.id ?? 0;
  const timeZone = useEmpresaZone(null);
  const view = viewIn(useAddress().params, OWN_VIEWS);
  const programas = useProgramas(null);
  useLiveTurnos();
  const switches = useQuery({
    queryKey: ['switches', 'usuario', usuarioId, 'nombres'],
    meta: KEPT,
    queryFn: ({ signal }) => api('switches.de_usuario', { query: { usuario_id: String(usuarioId) } }, { signal }),
  });
  const dispositivos = useQuery(dispositivosOfUsuario(usuarioId));
  const nameOf = (objeto: string): string => {
    const id = Number(objeto.slice(1));
    if (objeto.startsWith('d')) return dispositivos.data?.find((each) => each.id === id)?.nombre ?? texts.unnamed(id);
    const sw = switches.data?.find((each) => each.id === id);
    return sw ? `${sw.zona} - ${sw.nombre}` : texts.unnamed(id);
  };
  const sectorOf = useCallback(
    ({ switch_id, dispositivo_id }: Turno): string =>
      switch_id !== null
        ? (switches.data?.find(({ id }) => id === switch_id)?.zona ?? '')
        : (dispositivos.data?.find(({ id }) => id === dispositivo_id)?.sitio ?? ''),
    [switches.data, dispositivos.data],
  );
  const named = (switches.data ?? []).map(({ id, zona: place, nombre, tiene_sensor }) => ({
    id,
    nombre: `${place} - ${nombre}`,
    tiene_sensor,
  }));
  const sensors = named.filter(({ tiene_sensor }) => tiene_sensor === 1);
  return (
    <Stack gap="4">
      <Card _print={{ display: 'none' }}>
        <Flex justify="space-between" gap="3" wrap="wrap" mb="3">
          <Heading as="h1" size={{ base: 'xl', md: '2xl' }}>
            {texts.mine}
          </Heading>
          <StopAllButton empresaId={null} />
        </Flex>
        <ZoneNote zone={timeZone} />
        <TodayBySector timeZone={timeZone} sectorOf={sectorOf} />
        {isUnread(programas) && <Unread text={texts.noRows} onRetry={programas.refetch} />}
        {!programas.data && !isUnread(programas) && <Skeleton h="20" aria-busy />}
        {programas.data?.length === 0 && <Text color="fg.muted">{texts.emptyOfUsuario}</Text>}
        {programas.data?.map((programa) => (
          <Flex key={programa.id} gap="3" py="3" borderBottomWidth="1px" wrap="wrap" align="center">
            <Stack gap="0.5" flex="1" minW="14rem">
              <Text fontWeight="600" overflowWrap="anywhere">
                {programa.nombre}
              </Text>
              <Text fontSize="sm" color="fg.muted">
                {daysText(programa.dias)} · <Starts inicios={programa.inicios} /> · {stateText(programa)}
              </Text>
              <Text fontSize="sm" fontVariantNumeric="tabular-nums">
                {texts.columns.proximo}:{' '}
                {programa.proximo === null ? texts.never : dateTimeOf(programa.proximo, timeZone)}
              </Text>
            </Stack>
            <ProgramaButtons programa={programa} timeZone={timeZone} nameOf={nameOf} />
          </Flex>
        ))}
      </Card>
      <Card>
        <Stack gap="4">
          <ViewLinks views={OWN_VIEWS} names={texts.views} label={texts.view} />
          {view === 'cuenta' ? (
            <AccountView
              empresaId={null}
              empresa={readUsuario()?.empresa_nombre ?? ''}
              timeZone={timeZone}
              nameOf={nameOf}
            />
          ) : (
            <DayView
              empresaId={null}
              timeZone={timeZone}
              programas={programas.data ?? []}
              nameOf={nameOf}
              sensors={sensors}
              switches={named}
            />
          )}
        </Stack>
      </Card>
    </Stack>
  );
}
