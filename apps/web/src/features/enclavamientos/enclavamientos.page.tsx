import type { Enclavamiento } from '@acequia/contracts';
import { Box, Button, IconButton, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Campo, Selector } from '../../components/formulario/campos.js';
import { LapizIcon, MasIcon } from '../../components/icons.js';
import { Pagina } from '../../components/pagina.js';
import type { Columna } from '../../components/tabla/columna.js';
import { Tabla } from '../../components/tabla/tabla.js';
import { useEmpresasSeleccion } from '../../lib/empresas-seleccion.js';
import { switchesDeEmpresa } from '../../lib/switches.js';
import { useEnclavamientos } from './api/enclavamientos.js';
import { DialogoEnclavamiento } from './components/dialogo-enclavamiento.js';
import { textos } from './textos.js';

const titulos = textos.columnas;

const columnasDe = (nombreDe: (id: number) => string): Columna<Enclavamiento>[] => [
  { id: 'nombre', titulo: titulos.nombre, valor: ({ nombre }) => nombre, ancho: '13rem', enTarjeta: 'titulo' },
  { id: 'tipo', titulo: titulos.tipo, valor: ({ tipo }) => textos.tipos[tipo], ancho: '10rem' },
  {
    id: 'bomba',
    titulo: titulos.bomba,
    valor: (fila) => (fila.bomba_id === null ? null : nombreDe(fila.bomba_id)),
    ancho: '12rem',
  },
  {
    id: 'switches',
    titulo: titulos.switches,
    valor: ({ switches }) => switches.map(nombreDe).join(', '),
    ancho: '19rem',
  },
  {
    id: 'retardos',
    titulo: titulos.retardos,
    valor: (fila) =>
      fila.tipo === 'requiere' ? textos.retardos(fila.retardo_encendido_s, fila.retardo_apagado_s) : textos.sinRetardos,
    ancho: '17.5rem',
  },
];

/** Interlock groups of a company: reached from Switches, since the menu is the spec's. */
export function Component() {
  const { data: empresas = [], isError, isSuccess } = useEmpresasSeleccion();
  const [params, setParams] = useSearchParams();
  const empresa = empresas.find(({ id }) => String(id) === params.get('empresa')) ?? empresas[0];
  const empresaId = empresa?.id ?? null;
  const grupos = useEnclavamientos(empresaId);
  const switches = useQuery(switchesDeEmpresa(empresaId));
  const [abierto, setAbierto] = useState<Enclavamiento | 'nuevo' | null>(null);

  const opciones = useMemo(
    () => (switches.data ?? []).map(({ id, zona, nombre }) => ({ id, texto: `${zona} - ${nombre}` })),
    [switches.data],
  );
  const columnas = useMemo(() => {
    const nombres = new Map(opciones.map(({ id, texto }) => [id, texto]));
    return columnasDe((id) => nombres.get(id) ?? textos.switchSinNombre(id));
  }, [opciones]);
  const filas = grupos.data ?? (grupos.isError || isError || (isSuccess && !empresa) ? [] : undefined);

  return (
    <Pagina titulo={textos.titulo}>
      <Text color="fg.muted" maxW="70ch">
        {textos.ayuda}
      </Text>
      <Box maxW={{ sm: '22rem' }}>
        <Campo etiqueta={textos.empresa} deshabilitado={empresas.length === 0}>
          <Selector value={empresaId ?? ''} onChange={({ target }) => setParams({ empresa: target.value })}>
            {empresas.map(({ id, nombre }) => (
              <option key={id} value={id}>
                {nombre}
              </option>
            ))}
          </Selector>
        </Campo>
      </Box>
      <Tabla
        key={empresaId}
        nombre="enclavamientos"
        filas={filas}
        columnas={columnas}
        clave={({ id }) => id}
        vacio={textos.vacio}
        herramientas={
          <Button colorPalette="campo" disabled={!switches.data} onClick={() => setAbierto('nuevo')}>
            <MasIcon /> {textos.nuevo}
          </Button>
        }
        acciones={(fila) => (
          <IconButton
            variant="ghost"
            size="sm"
            aria-label={textos.editar(fila.nombre)}
            onClick={() => setAbierto(fila)}
          >
            <LapizIcon />
          </IconButton>
        )}
      />
      {abierto && empresaId !== null && (
        <DialogoEnclavamiento
          uno={abierto === 'nuevo' ? null : abierto}
          guardado={abierto === 'nuevo' ? undefined : filas?.find(({ id }) => id === abierto.id)}
          empresaId={empresaId}
          switches={opciones}
          onCerrar={() => setAbierto(null)}
        />
      )}
    </Pagina>
  );
}
