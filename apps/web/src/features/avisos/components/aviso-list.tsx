import type { Aviso } from '@acequia/contracts';
import { Button, chakra, Flex, Stack, Text } from '@chakra-ui/react';
import { useRef, useState } from 'react';
import { useConfirm } from '../../../components/confirm.js';
import { failureOf } from '../../../components/form/failure.js';
import { toast } from '../../../components/toasts.js';
import { AcknowledgeDialog } from '../../../entities/aviso/acknowledge-dialog.js';
import { useAvisoActions, useSilences } from '../../../entities/aviso/aviso-actions.js';
import { silencedUntil, subjectOf } from '../../../entities/aviso/silence.js';
import { texts as avisoTexts } from '../../../entities/aviso/textos.js';
import { AVISOS_AT_ONCE } from '../../../entities/aviso/asked.js';
import { useZoneOf } from '../../../entities/empresa/empresa-zone.js';
import { timeOf } from '../../../lib/format/format.js';
import { InZone } from '../../../lib/time/shown-zone.js';
import { texts } from '../textos.js';
import { AvisoRow } from './aviso-row.js';
import { AvisoSheet } from './aviso-sheet.js';

interface Props {
  rows: readonly Aviso[];
  /** The alarm whose details are open; a filter may hide its row. */
  opened: Aviso | undefined;
  /** The list has more alarms than the server returns at once. */
  cut: boolean;
  onOpen: (id: number | null) => void;
  empresaOf: (id: number) => string | null;
  admin: boolean;
}

/** Rows of alarms, actions on one or several of them, and the details of one. */
export function AvisoList({ rows, opened, cut, onOpen, empresaOf, admin }: Props) {
  const confirm = useConfirm();
  const zoneOf = useZoneOf();
  const { assign, silence } = useAvisoActions();
  const { data: silences = [] } = useSilences(admin);
  const [chosenIds, setChosenIds] = useState<ReadonlySet<number>>(new Set());
  const [acknowledging, setAcknowledging] = useState<readonly Aviso[] | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const opener = useRef<Element>(null);
  const unattended = rows.filter(({ estado }) => estado === 'disparado');
  // Drop chosen alarms that were acknowledged or ended meanwhile.
  const chosen = unattended.filter(({ id }) => chosenIds.has(id));

  const choose = (id: number, yes: boolean) =>
    setChosenIds((before) => new Set(yes ? [...before, id] : [...before].filter((one) => one !== id)));
  const acknowledge = (those: readonly Aviso[]) => {
    opener.current = document.activeElement;
    setAcknowledging(those);
  };
  // An acknowledged alarm has no button, so the focus moves to the list.
  const whereFocusGoes = () =>
    opener.current?.matches(':not(:disabled)') && opener.current.isConnected ? null : list.current;
  const assignIt = async ({ id }: Aviso, mine: boolean) => {
    const { taken, left, failure } = avisoTexts.assign;
    try {
      await assign({ id, mine });
      toast.success(mine ? taken : left);
    } catch (error) {
      const said = failureOf(failure, error);
      toast.error(said.text, said.detalle);
    }
  };
  const silenceIt = async (aviso: Aviso) => {
    const { question, accion, detalle, done, failure } = avisoTexts.silence;
    if (!(await confirm({ text: question, accion, detalle: detalle(aviso.texto) }))) return;
    try {
      toast.success(done(timeOf((await silence(aviso)).hasta, zoneOf(aviso.empresa_id))));
    } catch (error) {
      const said = failureOf(failure, error);
      toast.error(said.text, said.detalle);
    }
  };

  return (
    <Stack gap="3">
      {unattended.length > 1 && (
        <Flex gap="3" align="center" justify="space-between" wrap="wrap">
          <chakra.label display="inline-flex" alignItems="center" gap="3" fontSize="sm" color="fg.muted">
            <chakra.input
              type="checkbox"
              boxSize="5"
              accentColor="campo.solid"
              checked={chosen.length === unattended.length}
              onChange={({ target }) => setChosenIds(new Set(target.checked ? unattended.map(({ id }) => id) : []))}
            />
            {avisoTexts.acknowledge.all}
          </chakra.label>
          <Button size="sm" colorPalette="campo" disabled={chosen.length === 0} onClick={() => acknowledge(chosen)}>
            {avisoTexts.acknowledge.chosen(chosen.length)}
          </Button>
        </Flex>
      )}
      <chakra.ul
        ref={list}
        tabIndex={-1}
        outline="none"
        aria-label={texts.list}
        listStyleType="none"
        borderBottomWidth={rows.length > 0 ? '1px' : '0'}
      >
        {rows.map((aviso) => {
          const until = silencedUntil(aviso, silences);
          return (
            <InZone key={aviso.id} value={zoneOf(aviso.empresa_id)}>
              <AvisoRow
                aviso={aviso}
                empresa={empresaOf(aviso.empresa_id)}
                chosen={chosenIds.has(aviso.id)}
                onOpen={() => onOpen(aviso.id)}
                silencedUntil={until}
                onChoose={(yes) => choose(aviso.id, yes)}
                onAcknowledge={() => acknowledge([aviso])}
                onAssign={(mine) => void assignIt(aviso, mine)}
                onSilence={
                  admin && until === null && subjectOf(aviso) !== null ? () => void silenceIt(aviso) : undefined
                }
              />
            </InZone>
          );
        })}
      </chakra.ul>
      {cut && <Text color="fg.muted">{texts.limit(AVISOS_AT_ONCE)}</Text>}
      {opened && !acknowledging && (
        <InZone value={zoneOf(opened.empresa_id)}>
          <AvisoSheet
            aviso={opened}
            empresa={empresaOf(opened.empresa_id)}
            admin={admin}
            onAcknowledge={() => acknowledge([opened])}
            onAssign={(mine) => void assignIt(opened, mine)}
            onClose={() => onOpen(null)}
          />
        </InZone>
      )}
      {acknowledging && (
        <AcknowledgeDialog
          avisos={acknowledging}
          whereFocusGoes={whereFocusGoes}
          onDone={() => {
            setChosenIds(new Set());
            setAcknowledging(null);
          }}
          onClose={() => setAcknowledging(null)}
        />
      )}
    </Stack>
  );
}
