import { NOMBRE_DIALECTO, type Placa, type PlacaCredencial } from '@acequia/contracts';
import { Button, chakra } from '@chakra-ui/react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { Age } from '../../components/age.js';
import { OnlineChip } from '../../components/online-chip.js';
import { DetailsIcon, MoreIcon } from '../../components/icons.js';
import { Page } from '../../components/page.js';
import { YesNoChip } from '../../components/yes-no-chip.js';
import type { Column } from '../../components/table/column.js';
import { DataTable } from '../../components/table/table.js';
import { RowButton } from '../../components/row-button.js';
import { TextLink } from '../../components/text-link.js';
import { boardAddress, switchesAddress } from '../../entities/addresses.js';
import { EmpresaLink } from '../../entities/empresa/empresa-link.js';
import { useAddress } from '../../lib/address.js';
import { FirstSteps } from '../../entities/empresa/first-steps.js';
import { useEmpresaOptions } from '../../entities/empresa/empresa-options.js';
import { readUsuario } from '../../lib/session.js';
import { yesNo } from '../../lib/format/format.js';
import { neverCame } from '../../lib/http/query-client.js';
import { useLivePlacas } from './api/placas.js';
import { CredentialDialog } from './components/credential-dialog.js';
import { PlacaDialog } from './components/placa-dialog.js';
import { RegisterDialog } from './components/register-dialog.js';
import { clockOf } from './lib/clock.js';
import { texts } from './textos.js';

const titles = texts.columns;

const columnsOf = (empresaOf: (id: number) => string): Column<Placa>[] => [
  {
    id: 'numero',
    title: titles.numero,
    value: ({ id }) => id,
    cell: (row) => <TextLink to={boardAddress(row)}>{row.id}</TextLink>,
    width: '3.5rem',
    inCard: 'title',
  },
  {
    id: 'nombre',
    title: titles.nombre,
    value: ({ nombre }) => nombre,
    cell: (row) => row.nombre && <TextLink to={boardAddress(row)}>{row.nombre}</TextLink>,
    width: '9rem',
    twoLines: true,
    inCard: 'plain',
  },
  {
    id: 'dialecto',
    title: titles.dialecto,
    value: ({ dialecto }) => NOMBRE_DIALECTO[dialecto],
    width: '5.25rem',
    inCard: 'plain',
  },
  {
    id: 'empresa',
    title: titles.empresa,
    value: (row) => empresaOf(row.empresa_id),
    cell: (row) => <EmpresaLink id={row.empresa_id} nombre={empresaOf(row.empresa_id)} />,
    width: '8.5rem',
    inCard: 'plain',
  },
  {
    id: 'conexion',
    title: titles.connection,
    value: ({ online }) => texts.connection[online],
    cell: ({ online, ultimo_visto }) => <OnlineChip online={online === 1} seenAt={ultimo_visto} />,
    width: '7rem',
    inCard: 'plain',
  },
  {
    id: 'visto',
    title: titles.seenAt,
    value: (row) => row.ultimo_visto,
    cell: (row) => <Age ts={row.ultimo_visto} />,
    width: '4.4rem',
  },
  { id: 'firmware', title: titles.firmware, value: ({ fw }) => fw, width: '5.25rem' },
  {
    id: 'senal',
    title: titles.signal,
    value: ({ rssi }) => rssi,
    cell: ({ rssi }) => (rssi === null ? texts.noData : `${rssi} dBm`),
    width: '5rem',
  },
  {
    id: 'switches',
    title: titles.switches,
    value: ({ switches }) => switches,
    cell: ({ id, empresa_id, switches }) => (
      <TextLink to={`${switchesAddress(empresa_id)}&q=${id}`}>{switches}</TextLink>
    ),
    width: '5.2rem',
  },
  {
    id: 'reloj',
    title: titles.clock,
    value: (row) => texts.clock[clockOf(row)],
    cell: (row) => (
      <chakra.span
        color={clockOf(row) === 'ok' ? 'fg.muted' : 'fg.warning'}
        fontWeight={clockOf(row) === 'ok' ? '400' : '600'}
      >
        {texts.clock[clockOf(row)]}
      </chakra.span>
    ),
    width: '5.5rem',
  },
  {
    id: 'revocada',
    title: titles.revocada,
    value: ({ revocada }) => yesNo(revocada),
    cell: ({ revocada }) => <YesNoChip value={revocada} bad />,
    width: '5.4rem',
  },
];

/** Several boards can only be exported: what ends a credential is decided board by board. */
const BULK = { actions: [], nameOf: ({ id }: Placa) => texts.detalle.title(id) };

/** Boards: their state and their credentials. */
export function Component() {
  const placas = useLivePlacas();
  const empresas = useEmpresaOptions();
  const [registering, setRegistering] = useState(false);
  const [credential, setCredential] = useState<PlacaCredencial | null>(null);

  const names = useMemo(() => new Map(empresas.data?.map(({ id, nombre }) => [id, nombre])), [empresas.data]);
  const columns = useMemo(() => columnsOf((id) => names.get(id) ?? `#${id}`), [names]);
  const { params, change } = useAddress();
  const openId = Number(params.get('placa')) || null;
  const setOpenId = (placaId: number | null) => change({ placa: placaId === null ? '' : String(placaId) });
  const empresa = empresas.data?.find(({ id }) => String(id) === params.get('empresa'))?.id ?? null;
  const unread = neverCame(placas);
  const rows = useMemo(() => {
    const all = placas.data ?? (unread ? [] : undefined);
    return empresa === null ? all : all?.filter(({ empresa_id }) => empresa_id === empresa);
  }, [placas.data, unread, empresa]);
  const placa = rows?.find(({ placa_id }) => placa_id === openId);

  return (
    <Page title={texts.title}>
      <DataTable
        from={empresa}
        nombre="placas"
        rows={rows}
        columns={columns}
        keyOf={({ placa_id }) => placa_id}
        bulk={BULK}
        unread={unread}
        empty={
          unread ? (
            texts.noRows
          ) : empresa === null ? (
            texts.empty
          ) : (
            <FirstSteps empresaId={empresa}>{texts.empty}</FirstSteps>
          )
        }
        tools={
          <>
            <Button variant="outline" asChild>
              <Link to="/importar">{texts.import}</Link>
            </Button>
            {readUsuario()?.rol === 'admin_global' && (
              <Button colorPalette="campo" onClick={() => setRegistering(true)} disabled={!empresas.data?.length}>
                <MoreIcon /> {texts.nueva}
              </Button>
            )}
          </>
        }
        actions={(row) => (
          <RowButton label={texts.ver(row.id)} onClick={() => setOpenId(row.placa_id)}>
            <DetailsIcon />
          </RowButton>
        )}
      />
      {registering && (
        <RegisterDialog
          empresa={empresa}
          empresas={empresas.data ?? []}
          onRegistered={setCredential}
          onClose={() => setRegistering(false)}
        />
      )}
      {placa && (
        <PlacaDialog
          placa={placa}
          empresa={names.get(placa.empresa_id) ?? `#${placa.empresa_id}`}
          onCredential={setCredential}
          onClose={() => setOpenId(null)}
        />
      )}
      {credential && <CredentialDialog credential={credential} onClose={() => setCredential(null)} />}
    </Page>
  );
}
