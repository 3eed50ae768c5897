import type { PlacaCredencial } from '@acequia/contracts';
import { Box, Button, Flex, Heading, SimpleGrid, Skeleton, Stack } from '@chakra-ui/react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { Card } from '../../components/card.js';
import { EmptyNotice } from '../../components/empty-notice.js';
import { BackIcon, ClockIcon } from '../../components/icons.js';
import { ZoneNote } from '../../components/zone-note.js';
import { FailureNotice } from '../../components/form/form-dialog.js';
import { useEdit } from '../../components/form/use-edit.js';
import { useEmpresaOptions } from '../../entities/empresa/empresa-options.js';
import { useEmpresaZone } from '../../entities/empresa/empresa-zone.js';
import { neverCame } from '../../lib/http/query-client.js';
import { InZone } from '../../lib/time/shown-zone.js';
import { useBoardDetail } from './api/board.js';
import { useLivePlacas } from './api/placas.js';
import { BoardRevs } from './components/board-revs.js';
import { BoardSwitches } from './components/board-switches.js';
import { CredentialDialog } from './components/credential-dialog.js';
import { DeadLetters } from './components/dead-letters.js';
import { LinkTimeline } from './components/link-timeline.js';
import { PlacaButtons } from './components/placa-buttons.js';
import { PlacaFacts } from './components/placa-facts.js';
import { texts } from './textos.js';

const { board: t } = texts;
const REFRESH_MS = 10_000;

/** One board: its link over time, its switches, the plans sent to it and accepted, and its discarded messages. */
export function Component() {
  const numero = Number(useParams()['id']);
  const placas = useLivePlacas();
  const empresas = useEmpresaOptions();
  const placa = placas.data?.find(({ id }) => id === numero);
  const zone = useEmpresaZone(placa?.empresa_id ?? null);
  const detail = useBoardDetail(placa?.placa_id ?? null, REFRESH_MS);
  const [credential, setCredential] = useState<PlacaCredencial | null>(null);
  const edit = useEdit(useForm());
  const navigate = useNavigate();
  const empresa = empresas.data?.find(({ id }) => id === placa?.empresa_id)?.nombre ?? `#${placa?.empresa_id}`;

  if (!placa)
    return placas.data || neverCame(placas) ? (
      <EmptyNotice height="7rem" text={placas.data ? t.notFound(numero) : texts.noRows} error={!placas.data} />
    ) : (
      <Skeleton h="40" rounded="lg" />
    );
  return (
    <InZone value={zone}>
      <Stack gap="5">
        <Button asChild variant="ghost" size="sm" alignSelf="flex-start" ms="-3">
          <Link to={`/placas?empresa=${placa.empresa_id}`}>
            <BackIcon /> {texts.title}
          </Link>
        </Button>
        <Card>
          <Flex justify="space-between" align="center" gap="3" wrap="wrap" mb="4">
            <Heading as="h1" size={{ base: 'xl', md: '2xl' }}>
              {t.title(placa.id, placa.nombre)}
            </Heading>
            <Button asChild variant="ghost" size="sm">
              <Link to={`/auditoria?entidad=placa&entidad_id=${placa.placa_id}&entidad_nombre=${placa.id}`}>
                <ClockIcon /> {t.audit}
              </Link>
            </Button>
          </Flex>
          <PlacaFacts placa={placa} empresa={empresa} />
          <Box mt="3">
            <ZoneNote />
          </Box>
          {edit.failure && (
            <Box mx="-6" mt="4">
              <FailureNotice failure={edit.failure} />
            </Box>
          )}
          <Flex mt="5">
            <PlacaButtons
              placa={placa}
              empresa={empresa}
              edit={edit}
              onCredential={setCredential}
              onDeleted={() => void navigate(`/placas?empresa=${placa.empresa_id}`)}
            />
          </Flex>
        </Card>
        <SimpleGrid columns={{ base: 1, lg: 2 }} gap="5" alignItems="start">
          <Card minW="0">
            <BoardSwitches placa={placa} />
          </Card>
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
          </Stack>
        </SimpleGrid>
        <Card>
          <DeadLetters placaId={placa.placa_id} level="h2" />
        </Card>
        {credential && <CredentialDialog credential={credential} onClose={() => setCredential(null)} />}
      </Stack>
    </InZone>
  );
}
