import {
  DIALECTOS_WITH_UPDATES,
  type EmpresaOption,
  type Imagen,
  NOMBRE_DIALECTO,
  type Placa,
  sizesOfOlas,
} from '@acequia/contracts';
import { Input, Stack, Text } from '@chakra-ui/react';
import { useForm, useWatch } from 'react-hook-form';
import { asNumber, FormField, Options, Select } from '../../../components/form/fields.js';
import { FormDialog } from '../../../components/form/form-dialog.js';
import { MultiField } from '../../../components/form/multi-field.js';
import { resolverOf } from '../../../components/form/resolver.js';
import { useEdit } from '../../../components/form/use-edit.js';
import { useActualizacionActions } from '../api/actualizaciones.js';
import { bodyOf, candidates, freshOf, reachOf, TIPOS, ValidRollout, type Values } from '../lib/form-values.js';
import { texts } from '../textos.js';

const { form: t } = texts;

interface Props {
  /** Our own firmware may be updated here. */
  own: boolean;
  imagenes: readonly Imagen[];
  placas: readonly Placa[];
  empresas: readonly EmpresaOption[];
  onBegun: (id: number) => void;
  onClose: () => void;
}

/** Begins a rollout: what is installed, on which boards, and in which olas that will be. */
export function RolloutDialog({ own, imagenes, placas, empresas, onBegun, onClose }: Props) {
  const form = useForm<Values>({
    defaultValues: freshOf(own, window.location.origin),
    resolver: resolverOf(ValidRollout),
  });
  const edit = useEdit(form, (campo) => campo.replace(/^firmware\./, ''));
  const { create } = useActualizacionActions();
  const { register, control, setValue } = form;
  const { errors } = form.formState;
  const { dialecto, tipo, empresa_id, sitio, placas: picked } = useWatch({ control }) as Values;
  const left = candidates(placas, { dialecto, empresa_id, sitio });
  const reached = picked.length > 0 ? picked.length : left.length;
  const sitios = [...new Set(candidates(placas, { dialecto, empresa_id, sitio: '' }).map((placa) => placa.sitio))];

  /** A choice that others were made under begins them anew. */
  const narrowed = (next: Partial<Values>) => {
    for (const [field, value] of Object.entries({ placas: [], ...next }))
      setValue(field as keyof Values, value as never);
  };
  const submit = form.handleSubmit(async (values) => {
    if (reached === 0) return edit.refuse(t.noBoards);
    let id: number | undefined;
    const task = async () => (id = (await create(bodyOf(values, left))).id);
    if ((await edit.save(task, t)) && id !== undefined) onBegun(id);
  });

  return (
    <FormDialog title={texts.fresh} width={520} onClose={onClose} onSave={submit} edit={edit}>
      <Stack gap="4">
        <FormField label={t.dialecto} help={own ? undefined : texts.ownOff}>
          <Select
            {...register('dialecto', {
              onChange: ({ target }: { target: { value: Values['dialecto'] } }) =>
                narrowed({ tipo: TIPOS[target.value][0] ?? 'url', sitio: '' }),
            })}
          >
            {DIALECTOS_WITH_UPDATES.map((one) => (
              <option key={one} value={one} disabled={one === 'acequia' && !own}>
                {NOMBRE_DIALECTO[one]}
              </option>
            ))}
          </Select>
        </FormField>
        {TIPOS[dialecto].length > 1 && (
          <FormField label={t.tipo}>
            <Select {...register('tipo')}>
              {TIPOS[dialecto].map((one) => (
                <option key={one} value={one}>
                  {t.tipos[one]}
                </option>
              ))}
            </Select>
          </FormField>
        )}
        {tipo === 'imagen' && (
          <>
            <FormField label={t.imagen} error={errors.imagen_id} required>
              <Select {...register('imagen_id', asNumber)}>
                <option value="">{t.choose}</option>
                {imagenes.map(({ id, modelo, version }) => (
                  <option key={id} value={id}>
                    {modelo} {version}
                  </option>
                ))}
              </Select>
            </FormField>
            <FormField label={t.direccion} help={t.direccionHelp} error={errors.direccion} required>
              <Input {...register('direccion')} inputMode="url" autoComplete="off" />
            </FormField>
          </>
        )}
        {tipo === 'url' && (
          <>
            <FormField label={t.url} error={errors.url} required>
              <Input {...register('url')} inputMode="url" placeholder="http://" autoComplete="off" />
            </FormField>
            <FormField label={t.version} help={t.versionHelp} error={errors.version} required>
              <Input {...register('version')} maxLength={31} autoComplete="off" />
            </FormField>
          </>
        )}
        <FormField label={t.empresa}>
          <Select {...register('empresa_id', { ...asNumber, onChange: () => narrowed({ sitio: '' }) })}>
            <option value="">{t.allEmpresas}</option>
            <Options from={empresas} />
          </Select>
        </FormField>
        {empresa_id !== null && (
          <FormField label={t.sitio}>
            <Select {...register('sitio', { onChange: () => narrowed({}) })}>
              <option value="">{t.allSitios}</option>
              {sitios
                .filter((one) => one !== '')
                .map((one) => (
                  <option key={one} value={one}>
                    {one}
                  </option>
                ))}
            </Select>
          </FormField>
        )}
        <MultiField
          control={control}
          nombre="placas"
          label={t.placas}
          options={left.map(({ placa_id, id, nombre }) => ({
            id: placa_id,
            text: nombre ? `${id} · ${nombre}` : String(id),
          }))}
          noOptions={t.none}
        />
        {left.length > 0 && (
          <Text color="fg.muted" role="status">
            {reachOf(reached, sizesOfOlas(reached))}
          </Text>
        )}
      </Stack>
    </FormDialog>
  );
}
