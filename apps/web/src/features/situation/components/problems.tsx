import type { Aviso } from '@acequia/contracts';
import { Box, chakra, Heading } from '@chakra-ui/react';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { dialogOnDemand } from '../../../components/dialog-on-demand.js';
import { failureOf } from '../../../components/form/failure.js';
import { toast } from '../../../components/toasts.js';
import { useAvisoActions } from '../../../entities/aviso/aviso-actions.js';
import { subjectOf } from '../../../entities/aviso/silence.js';
import { texts as avisoTexts } from '../../../entities/aviso/textos.js';
import { useZoneOf } from '../../../entities/empresa/empresa-zone.js';
import { useVisibleFirst } from '../../../lib/screen.js';
import { InZone } from '../../../lib/time/shown-zone.js';
import { timeOf } from '../../../lib/format/format.js';
import { incidentsOf, type Incident } from '../lib/incidents.js';
import { lastOrderText } from '../lib/last-order.js';
import { texts } from '../textos.js';
import { IncidentRow } from './incident-row.js';
import { ProblemRow } from './problem-row.js';

const AcknowledgeDialog = dialogOnDemand(
  async () => (await import('../../../entities/aviso/acknowledge-dialog.js')).AcknowledgeDialog,
);
const Operate = dialogOnDemand(async () => (await import('./operate.js')).Operate);

interface Props {
  rows: readonly Aviso[];
  empresaOf: (id: number) => string | null;
  orders: Parameters<typeof lastOrderText>[1];
  wall: boolean;
}

/** What is wrong, one row per place and cause, worst first; what recovers stands dimmed below. */
export function Problems({ rows, empresaOf, orders, wall }: Props) {
  const zoneOf = useZoneOf();
  const { silence } = useAvisoActions();
  const [operated, setOperated] = useState<Aviso | null>(null);
  const [acknowledging, setAcknowledging] = useState<readonly Aviso[] | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const incidents = useMemo(() => incidentsOf(rows), [rows]);
  const wrong = useVisibleFirst(incidents.wrong);
  const recovering = useVisibleFirst(incidents.recovering);

  const silenceIt = async (aviso: Aviso) => {
    const { done, failure } = avisoTexts.silence;
    try {
      toast.success(done(timeOf((await silence(aviso)).hasta, zoneOf(aviso.empresa_id))));
    } catch (error) {
      const said = failureOf(failure, error);
      toast.error(said.text, said.detalle);
    }
  };
  const rowOf = (aviso: Aviso): ReactNode => (
    <ProblemRow
      key={aviso.id}
      aviso={aviso}
      empresa={empresaOf(aviso.empresa_id)}
      lastOrder={lastOrderText(aviso, orders, zoneOf(aviso.empresa_id))}
      wall={wall}
      onOperate={() => setOperated(aviso)}
      onAcknowledge={() => setAcknowledging([aviso])}
      onSilence={subjectOf(aviso) && aviso.silenciado === 0 ? () => void silenceIt(aviso) : undefined}
    />
  );
  const incidentOf = (incident: Incident): ReactNode =>
    incident.avisos.length === 1 ? (
      rowOf(incident.avisos[0])
    ) : (
      <IncidentRow
        key={incident.key}
        incident={incident}
        empresa={empresaOf(incident.avisos[0].empresa_id)}
        wall={wall}
        onAcknowledge={() => setAcknowledging(incident.avisos.filter(({ estado }) => estado === 'disparado'))}
      >
        {incident.avisos.map(rowOf)}
      </IncidentRow>
    );

  return (
    <>
      <chakra.ul ref={list} tabIndex={-1} outline="none" listStyleType="none" aria-label={texts.list}>
        {wrong.map(incidentOf)}
      </chakra.ul>
      {recovering.length > 0 && (
        <Box mt={wrong.length > 0 ? '4' : '0'} color="fg.muted">
          <Heading as="h3" size="sm" color="fg.muted">
            {texts.recovering}
          </Heading>
          <chakra.ul listStyleType="none" aria-label={texts.recovering}>
            {recovering.map(incidentOf)}
          </chakra.ul>
        </Box>
      )}
      {operated && operated.switch_id !== null && (
        <InZone value={zoneOf(operated.empresa_id)}>
          <Operate
            empresaId={operated.empresa_id}
            switchId={operated.switch_id}
            title={operated.texto}
            onClose={() => setOperated(null)}
          />
        </InZone>
      )}
      {acknowledging && (
        <AcknowledgeDialog
          avisos={acknowledging}
          // An acknowledged alarm has no button, so the focus moves to the list.
          whereFocusGoes={() => list.current}
          onDone={() => setAcknowledging(null)}
          onClose={() => setAcknowledging(null)}
        />
      )}
    </>
  );
}
