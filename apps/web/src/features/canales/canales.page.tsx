import { SEVERITIES, type Canal } from '@acequia/contracts';
import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import { failureOf } from '../../components/form/failure.js';
import { MoreIcon, PencilIcon } from '../../components/icons.js';
import { RowButton } from '../../components/row-button.js';
import type { Column } from '../../components/table/column.js';
import { DataTable } from '../../components/table/table.js';
import { YesNoChip } from '../../components/yes-no-chip.js';
import { AvisosPage } from '../../entities/aviso/avisos-page.js';
import { texts as avisoTexts } from '../../entities/aviso/textos.js';
import { useChosenEmpresa } from '../../entities/empresa/chosen-empresa.js';
import { GuardiaCard } from '../../entities/guardia/guardia-card.js';
import { dateOf, yesNo } from '../../lib/format/format.js';
import { neverCame } from '../../lib/http/query-client.js';
import { useChannelActions, useChannels, usePeople } from './api/canales.js';
import { ChannelDialog } from './components/channel-dialog.js';
import { ComunicadorCard } from './components/comunicador-card.js';
import { SecretDialog } from './components/secret-dialog.js';
import { SettingsCard } from './components/settings-card.js';
import { reachesNobody } from './lib/reach.js';
import { texts } from './textos.js';

const titles = texts.columns;

const triedOf = ({ prueba_dia = null, pruebas_falladas = 0 }: Canal): string[] =>
  prueba_dia === null ? [] : [texts.tried(dateOf(prueba_dia), pruebas_falladas)];
const isWell = (canal: Canal): boolean => stateOf(canal) === texts.well && (canal.pruebas_falladas ?? 0) === 0;
const healthOf = (canal: Canal): string => [stateOf(canal), ...triedOf(canal)].join('. ');
const stateOf = ({ fallo, fallos, sin_botones }: Canal): string =>
  fallo !== null ? texts.failing(fallos, fallo) : sin_botones !== null ? texts.noButtons(sin_botones) : texts.well;
const hoursOf = ({ hora_desde, hora_hasta }: Canal): string =>
  hora_desde === null || hora_hasta === null ? texts.always : texts.between(hora_desde, hora_hasta);
const whenOf = ({ escalar_min }: Canal): string => (escalar_min === 0 ? texts.atOnce : texts.escalated(escalar_min));

const columnsOf = (nameOf: (row: Canal) => string): Column<Canal>[] => [
  { id: 'destino', title: titles.destino, value: nameOf, width: '17rem', inCard: 'title' },
  { id: 'canal', title: titles.canal, value: ({ canal }) => texts.canales[canal], width: '7rem' },
  {
    id: 'severidad',
    title: titles.severidad,
    value: (row) => SEVERITIES.indexOf(row.severidad_minima),
    cell: (row) => avisoTexts.severities[row.severidad_minima],
    inCsv: (row) => avisoTexts.severities[row.severidad_minima],
    width: '12rem',
  },
  {
    id: 'horas',
    title: titles.hours,
    value: hoursOf,
    width: '8.5rem',
    isUsual: (row) => hoursOf(row) === texts.always,
  },
  { id: 'escalar', title: titles.escalar, value: whenOf, width: '14rem' },
  {
    id: 'activo',
    title: titles.activo,
    value: ({ activo }) => yesNo(activo),
    cell: ({ activo }) => <YesNoChip value={activo} />,
    width: '5.5rem',
    isUsual: ({ activo }) => activo === 1,
  },
  {
    id: 'salud',
    title: titles.health,
    value: healthOf,
    cell: (row) => (
      <chakra.span
        color={isWell(row) ? 'fg.muted' : 'fg.warning'}
        fontWeight={isWell(row) ? '400' : '600'}
        title={healthOf(row)}
      >
        {healthOf(row)}
      </chakra.span>
    ),
    width: '18rem',
  },
];

/** The delivery channels of a company's alarms: their rules, hours and state. */
export function Component() {
  const choice = useChosenEmpresa();
  const { empresaId } = choice;
  const channels = useChannels(empresaId);
  const people = usePeople(empresaId);
  const [edited, setEdited] = useState<Canal | 'fresh' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const names = useMemo(() => new Map(people.data?.map(({ id, nombre }) => [id, nombre])), [people.data]);
  const columns = useMemo(() => columnsOf((row) => nameOf(row, names)), [names]);
  const failure = neverCame(channels) || choice.failure;
  const rows = channels.data ?? (failure || choice.none ? [] : undefined);

  return (
    <AvisosPage title={texts.title} help={texts.help}>
      {reachesNobody(channels.data ?? []) && (
        <Text role="alert" color="fg.warning">
          {texts.nobody}
        </Text>
      )}
      <DataTable
        from={empresaId}
        nombre="canales"
        rows={rows}
        columns={columns}
        keyOf={({ id }) => id}
        empty={failure ? texts.noRows : texts.empty}
        unread={failure}
        tools={
          <>
            {empresaId !== null && rows?.some(({ destino }) => destino === 'empresa') && (
              <ProbeButton key={empresaId} empresaId={empresaId} />
            )}
            <Button colorPalette="campo" disabled={empresaId === null} onClick={() => setEdited('fresh')}>
              <MoreIcon /> {texts.fresh}
            </Button>
          </>
        }
        actions={(row) => (
          <RowButton label={texts.edit(nameOf(row, names))} onClick={() => setEdited(row)}>
            <PencilIcon />
          </RowButton>
        )}
      />
      {empresaId !== null && <GuardiaCard key={empresaId} empresaId={empresaId} />}
      {empresaId !== null && <SettingsCard empresaId={empresaId} />}
      {empresaId !== null && <ComunicadorCard key={`comunicador ${empresaId}`} empresaId={empresaId} />}
      {edited !== null && empresaId !== null && (
        <ChannelDialog
          one={edited === 'fresh' ? null : edited}
          nombre={edited === 'fresh' ? '' : nameOf(edited, names)}
          empresaId={empresaId}
          onSecret={setSecret}
          onClose={() => setEdited(null)}
        />
      )}
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </AvisosPage>
  );
}

const nameOf = ({ destino, usuario_id }: Canal, names: ReadonlyMap<number, string>): string =>
  destino === 'empresa'
    ? texts.chat
    : usuario_id === null
      ? destino
      : (names.get(usuario_id) ?? texts.personaSinNombre(usuario_id));

/** Sends a test message to the company's chat with the stored settings, and shows the result. */
function ProbeButton({ empresaId }: { empresaId: number }) {
  const { probe } = useChannelActions();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ good: boolean; text: string } | null>(null);
  const run = async () => {
    setBusy(true);
    setOutcome(null);
    try {
      await probe(empresaId);
      setOutcome({ good: true, text: texts.probe.done });
    } catch (error) {
      const { text, detalle } = failureOf(texts.probe.failure, error);
      setOutcome({ good: false, text: [text, detalle].filter(Boolean).join('. ') });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Flex align="center" gap="3" wrap="wrap" minW="0">
      <Box role="status" color={outcome?.good ? 'fg.success' : 'fg.error'} fontSize="sm" maxW="24rem">
        {outcome?.text}
      </Box>
      <Button variant="outline" disabled={busy} onClick={() => void run()}>
        {busy ? texts.probe.underWay : texts.probe.accion}
      </Button>
    </Flex>
  );
}
