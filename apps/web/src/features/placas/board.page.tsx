import type { Placa, PlacaCredencial } from '@acequia/contracts';
import { Box, Button, SimpleGrid, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { Card } from '../../components/card.js';
import { DetailFrame, DetailHeading } from '../../components/detail.js';
import { EmptyNotice } from '../../components/empty-notice.js';
import { ClockIcon, PencilIcon } from '../../components/icons.js';
import { ZoneNote } from '../../components/zone-note.js';
import { InDrawer } from '../../components/form/in-drawer.js';
import { OpenAvisos } from '../../entities/aviso/open-avisos.js';
import { useEmpresaOptions } from '../../entities/empresa/empresa-options.js';
import { PointValues } from '../../entities/punto/point-values.js';
import { useEmpresaZone } from '../../entities/empresa/empresa-zone.js';
import { neverCame } from '../../lib/http/query-client.js';
import { InZone, useDates } from '../../lib/time/shown-zone.js';
import { useBoardDetail } from './api/board.js';
import { useLivePlacas } from './api/placas.js';
import { BoardChip } from './components/board-chip.js';
import { BoardImage } from './components/board-image.js';
import { BoardRevs } from './components/board-revs.js';
import { BoardSwitches } from './components/board-switches.js';
import { CredentialDialog } from './components/credential-dialog.js';
import { DeadLetters } from './components/dead-letters.js';
import { LinkTimeline } from './components/link-timeline.js';
import { PlacaButtons } from './components/placa-buttons.js';
import { PlacaFacts } from './components/placa-facts.js';
import { RenameDialog } from './components/rename-dialog.js';
import { linkIntervals } from './lib/link-intervals.js';
import { texts } from './textos.js';

const { board: t } = texts;
const REFRESH_MS = 10_000;
const POINT_COLUMNS = { base: 1, sm: 2 };

/** One board: its link over time, its switches, the plans sent to it and accepted, and its discarded messages. */
export function Component() {
  const numero = Number(useParams()['id']);
  const placas = useLivePlacas();
  const empresas = useEmpresaOptions();
  const placa = placas.data?.find(({ id }) => id === numero);
  const zone = useEmpresaZone(placa?.empresa_id ?? null);
  const detail = useBoardDetail(placa?.placa_id ?? null, REFRESH_MS);
  const empresa = empresas.data?.find(({ id }) => id === placa?.empresa_id)?.nombre ?? `#${placa?.empresa_id}`;

  return (
    <InZone value={zone}>
      <DetailFrame
        back={placa ? `/placas?empresa=${placa.empresa_id}` : '/placas'}
        backText={texts.title}
        notFound={t.notFound(numero)}
        failed={texts.noRows}
        reading={placas}
      >
        {placa && <Details placa={placa} detail={detail} empresa={empresa} />}
      </DetailFrame>
    </InZone>
  );
}

interface Props {
  placa: Placa;
  empresa: string;
  detail: ReturnType<typeof useBoardDetail>;
}

function Details({ placa, empresa, detail }: Props) {
  const [credential, setCredential] = useState<PlacaCredencial | null>(null);
  const [editing, setEditing] = useState(false);
  const navigate = useNavigate();
  const { dateTimeOf } = useDates();
  const online = placa.online === 1;
  const [link] = linkIntervals(detail.data?.enlaces ?? []);
  return (
    <>
      <DetailHeading title={t.title(placa.id, placa.nombre)} subtitle={placa.sitio}>
        <Button asChild variant="ghost" size="sm">
          <Link to={`/auditoria?entidad=placa&entidad_id=${placa.placa_id}&entidad_nombre=${placa.id}`}>
            <ClockIcon /> {t.audit}
          </Link>
        </Button>
        <Button variant="outline" size="sm" onClick={() => setEditing(true)}>
          <PencilIcon /> {t.edit}
        </Button>
      </DetailHeading>
      <Card>
        <Text fontSize="lg" fontWeight="600" mb="3" data-estado>
          {!online && placa.ultimo_visto === null
            ? t.neverConnected
            : t.is(online, link?.online === online ? dateTimeOf(link.from) : null)}
        </Text>
        <PlacaFacts placa={placa} empresa={empresa} />
        <Box mt="3">
          <ZoneNote />
        </Box>
      </Card>
      <OpenAvisos of={({ placa_id }) => placa_id === placa.placa_id} />
      <SimpleGrid columns={{ base: 1, lg: 2 }} gap="5" alignItems="start">
        <Stack gap="5" minW="0">
          <Card>
            <BoardSwitches placa={placa} />
          </Card>
          <PointValues empresaId={placa.empresa_id} placaId={placa.placa_id} columns={POINT_COLUMNS} />
        </Stack>
        <Stack gap="5" minW="0">
          <Card>
            {detail.data ? (
              <LinkTimeline changes={detail.data.enlaces} />
            ) : neverCame(detail) ? (
              <EmptyNotice height="5rem" text={t.failed} error />
            ) : (
              <Skeleton h="24" />
            )}
          </Card>
          {detail.data && (
            <Card>
              <BoardRevs detail={detail.data} />
            </Card>
          )}
          {(detail.data?.salud?.imagen ?? detail.data?.salud?.actualizacion) && (
            <Card>
              <BoardImage {...detail.data?.salud} />
            </Card>
          )}
          {detail.data?.salud?.chip && (
            <Card>
              <BoardChip {...detail.data.salud} chip={detail.data.salud.chip} />
            </Card>
          )}
        </Stack>
      </SimpleGrid>
      <Card>
        <DeadLetters placaId={placa.placa_id} level="h2" />
      </Card>
      {editing && (
        <InDrawer value>
          <RenameDialog
            placa={placa}
            title={t.settings(placa.id)}
            further={(edit) => (
              <PlacaButtons
                placa={placa}
                empresa={empresa}
                edit={edit}
                onCredential={setCredential}
                onDeleted={() => void navigate(`/placas?empresa=${placa.empresa_id}`, { replace: true })}
              />
            )}
            onClose={() => setEditing(false)}
          />
        </InDrawer>
      )}
      {credential && <CredentialDialog credential={credential} onClose={() => setCredential(null)} />}
    </>
  );
}
