import { ENTIDADES_AUDITADAS } from '@acequia/contracts';
import { Box, Button, Flex, Input, SimpleGrid, Tag } from '@chakra-ui/react';
import { tagSlotRecipe } from '@chakra-ui/react/theme';
import { Campo, Opciones, Selector } from '../../../components/form/fields.js';
import { useEmpresasSeleccion } from '../../../entities/empresa/empresa-options.js';
import { leerUsuario } from '../../../lib/session.js';
import type { useFiltros } from '../lib/filters.js';
import { textos } from '../textos.js';

type Props = ReturnType<typeof useFiltros>;
const t = textos.filtros;

/** What to look for. Who did it and to what exactly are chosen on a row of the list, and taken away here. */
export function BarraDeFiltros({ filtros, nombres, cambiar, limpiar }: Props) {
  const { data: empresas = [] } = useEmpresasSeleccion();
  const esGlobal = leerUsuario()?.rol === 'admin_global';
  const etiquetas = [
    filtros.usuario_id && {
      texto: t.soloDe(nombres.usuario || textos.sinNombre(Number(filtros.usuario_id))),
      quitar: () => cambiar({ usuario_id: '', usuario_nombre: '' }),
    },
    filtros.entidad_id && {
      texto: t.soloEsto(nombres.entidad || `#${filtros.entidad_id}`),
      quitar: () => cambiar({ entidad_id: '', entidad_nombre: '' }),
    },
  ].filter((each) => typeof each === 'object');
  return (
    <Flex as="section" aria-label={t.nombre} direction="column" gap="3">
      <SimpleGrid columns={{ base: 2, lg: esGlobal ? 4 : 3 }} gap="3">
        {esGlobal && (
          <Campo etiqueta={t.empresa}>
            <Selector
              value={filtros.empresa_id ?? ''}
              onChange={(event) => cambiar({ empresa_id: event.target.value })}
            >
              <option value="">{t.todasLasEmpresas}</option>
              <Opciones de={empresas} />
            </Selector>
          </Campo>
        )}
        <Box gridColumn={{ base: esGlobal ? 'auto' : 'span 2', lg: 'auto' }}>
          <Campo etiqueta={t.entidad}>
            <Selector
              value={filtros.entidad ?? ''}
              onChange={(event) => cambiar({ entidad: event.target.value, entidad_id: '', entidad_nombre: '' })}
            >
              <option value="">{t.todo}</option>
              {ENTIDADES_AUDITADAS.map((entidad) => (
                <option key={entidad} value={entidad}>
                  {textos.entidades[entidad]}
                </option>
              ))}
            </Selector>
          </Campo>
        </Box>
        <Campo etiqueta={t.desde}>
          <Input
            type="date"
            value={filtros.desde ?? ''}
            max={filtros.hasta}
            onChange={(event) => cambiar({ desde: event.target.value })}
          />
        </Campo>
        <Campo etiqueta={t.hasta}>
          <Input
            type="date"
            value={filtros.hasta ?? ''}
            min={filtros.desde}
            onChange={(event) => cambiar({ hasta: event.target.value })}
          />
        </Campo>
      </SimpleGrid>
      {Object.keys(filtros).length > 0 && (
        <Flex gap="2" wrap="wrap" align="center">
          {etiquetas.map(({ texto, quitar }) => (
            <Tag.Root recipe={tagSlotRecipe} key={texto} size="lg" colorPalette="campo" maxW="full">
              <Tag.Label>{texto}</Tag.Label>
              <Tag.EndElement>
                <Tag.CloseTrigger aria-label={t.quitar(texto)} onClick={quitar} />
              </Tag.EndElement>
            </Tag.Root>
          ))}
          <Button size="sm" variant="ghost" onClick={limpiar}>
            {t.limpiar}
          </Button>
        </Flex>
      )}
    </Flex>
  );
}
