import { Box, Button, Flex, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Page } from '../../components/page.js';
import { Unread } from '../../components/unread.js';
import { viewIn, ViewLinks } from '../../components/view-links.js';
import { ZoneNote } from '../../components/zone-note.js';
import { dispositivosOfEmpresa } from '../../entities/dispositivo/dispositivos.js';
import { useChosenEmpresa } from '../../entities/empresa/chosen-empresa.js';
import { useEmpresaZone, useZonesKnown } from '../../entities/empresa/empresa-zone.js';
import { NoEmpresa } from '../../entities/empresa/no-empresa.js';
import { switchesOfEmpresa } from '../../entities/switch/switches.js';
import { SwitchesUnread } from '../../entities/switch/switches-unread.js';
import { StopAllButton } from '../../entities/programa/stop-all-button.js';
import { useLiveTurnos } from '../../entities/programa/use-live-turnos.js';
import { useAddress } from '../../lib/address.js';
import { isUnread, neverCame } from '../../lib/http/query-client.js';
import { useNoRegar, useProgramas } from './api/programas.js';
import { AccountView } from './components/account-view.js';
import { DayView } from './components/day-view.js';
import { NoRegarDialog } from './components/no-regar-dialog.js';
import { NoRegarList } from './components/no-regar-list.js';
import { ProgramaTable } from './components/programa-table.js';
import { texts } from './textos.js';

const VIEWS = ['programas', 'dia', 'cuenta'] as const;

/** Programs of a company: editing, the turns of a day and the totals of a month. */
export function Component() {
  const { selection, empresa, empresaId, failure: empresasFailed, none } = useChosenEmpresa();
  const { params } = useAddress();
  const timeZone = useEmpresaZone(empresaId);
  const zoneKnown = useZonesKnown();
  const programas = useProgramas(empresaId, empresaId !== null);
  const noRegar = useNoRegar(empresaId, empresaId !== null);
  const [holdingOff, setHoldingOff] = useState(false);
  useLiveTurnos();
  const switches = useQuery(switchesOfEmpresa(empresaId));
  const dispositivos = useQuery(dispositivosOfEmpresa(empresaId));

  const named = useMemo(
    () => (switches.data ?? []).map(({ id, zona, nombre }) => ({ id, nombre: `${zona} - ${nombre}` })),
    [switches.data],
  );
  const targets = useMemo(
    () => [
      ...named.map(({ id, nombre }) => ({ objeto: `s${id}`, nombre })),
      ...(dispositivos.data ?? []).map(({ id, nombre }) => ({ objeto: `d${id}`, nombre })),
    ],
    [named, dispositivos.data],
  );
  const sensors = useMemo(
    () =>
      (switches.data ?? [])
        .filter(({ tiene_sensor }) => tiene_sensor === 1)
        .map(({ id, zona, nombre }) => ({ id, nombre: `${zona} - ${nombre}` })),
    [switches.data],
  );
  const nameOf = (objeto: string): string =>
    targets.find((each) => each.objeto === objeto)?.nombre ?? texts.unnamed(Number(objeto.slice(1)));
  const flowOf = (id: number): number | null => switches.data?.find((each) => each.id === id)?.caudal_m3h ?? null;
  const failure = neverCame(programas) || empresasFailed;
  const rows = programas.data ?? (failure || none ? [] : undefined);
  const view = viewIn(params, VIEWS);

  const beside = (
    <Flex gap="2" wrap="wrap" align="center" _print={{ display: 'none' }}>
      <ViewLinks views={VIEWS} names={texts.views} label={texts.view} />
      <Box flex={{ base: '1 0 100%', lg: '1' }} minW="0" maxW={{ lg: '13rem' }}>
        <ZoneNote zone={timeZone} />
      </Box>
      <Flex gap="2" wrap="wrap" ms="auto">
        <StopAllButton empresaId={empresaId} />
        <Button variant="outline" disabled={empresaId === null || !zoneKnown} onClick={() => setHoldingOff(true)}>
          {texts.holdOff.button}
        </Button>
      </Flex>
    </Flex>
  );
  const over = (
    <>
      {rows?.length === 0 && (
        <Text color="fg.muted" maxW="70ch" _print={{ display: 'none' }}>
          {texts.help}
        </Text>
      )}
      {neverCame(noRegar) && (
        <Text role="alert" color="fg.warning" _print={{ display: 'none' }}>
          {texts.holdOff.unread}
        </Text>
      )}
      <NoRegarList rows={noRegar.data ?? []} timeZone={timeZone} />
      <SwitchesUnread reading={switches} />
      {isUnread(dispositivos) && <Unread text={texts.devicesUnread} onRetry={dispositivos.refetch} />}
    </>
  );

  return (
    <>
      {view === 'programas' ? (
        <ProgramaTable
          beside={beside}
          over={over}
          empresaId={empresaId}
          timeZone={timeZone}
          rows={rows}
          failure={failure}
          ready={empresaId !== null && switches.data !== undefined}
          targets={targets}
          sensors={sensors}
          flowOf={flowOf}
        />
      ) : (
        <Page title={texts.title} beside={beside}>
          {over}
          {empresaId === null && <NoEmpresa selection={selection} />}
          {view === 'dia' && empresaId !== null && (
            <DayView
              empresaId={empresaId}
              timeZone={timeZone}
              nameOf={nameOf}
              programas={rows ?? []}
              sensors={sensors}
              switches={named}
              editable={zoneKnown}
            />
          )}
          {view === 'cuenta' && empresaId !== null && (
            <AccountView empresaId={empresaId} empresa={empresa?.nombre ?? ''} timeZone={timeZone} nameOf={nameOf} />
          )}
        </Page>
      )}
      {holdingOff && empresaId !== null && (
        <NoRegarDialog empresaId={empresaId} timeZone={timeZone} onClose={() => setHoldingOff(false)} />
      )}
    </>
  );
}
