import { Box, Button, chakra, Flex, IconButton, Input, Stack, Text } from '@chakra-ui/react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Vista } from '@acequia/contracts';
import { useState, type FormEvent } from 'react';
import { useLocation } from 'react-router-dom';
import { useAddress } from '../../lib/address.js';
import { copyText } from '../../lib/copy.js';
import { api } from '../../lib/http/api-client.js';
import { neverCame, whenSettled } from '../../lib/http/query-client.js';
import { addressOf, pathOf, withoutView, withView } from '../../lib/saved-views.js';
import { Sheet } from '../dialog.js';
import { FormField } from '../form/fields.js';
import { CloseIcon, CopyIcon } from '../icons.js';
import { TextLink } from '../text-link.js';
import { toast } from '../toasts.js';
import { viewsTexts as t } from './textos.js';

/** Saves what the list shows under a name, and goes back to what was saved. */
export default function ViewsSheet({ nombre: rows, onClose }: { nombre: string; onClose: () => void }) {
  const { pathname } = useLocation();
  const { params } = useAddress();
  const { vistas, unread, save, failure, busy } = useViews();
  const [nombre, setNombre] = useState('');
  const here = addressOf(pathname, params);
  const own = vistas?.filter((vista) => pathOf(vista) === pathname);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (vistas) save(withView(vistas, { nombre: nombre.trim(), direccion: here }), { onSuccess: () => setNombre('') });
  };
  const copy = async (address: string) => {
    const link = `${window.location.origin}${address}`;
    if (await copyText(link)) toast.success(t.copied);
    else toast.attention(t.notCopied, link);
  };
  return (
    <Sheet title={t.title(rows)} width={560} onClose={onClose}>
      <Stack gap="4">
        <Text color="fg.muted">{t.help}</Text>
        <chakra.form onSubmit={submit}>
          <Flex gap="3" align="end" wrap="wrap">
            <Box flex="1" minW="12rem">
              <FormField label={t.nombre} required>
                <Input
                  value={nombre}
                  maxLength={80}
                  required
                  pattern=".*\S.*"
                  onChange={({ target }) => setNombre(target.value)}
                />
              </FormField>
            </Box>
            <Button type="submit" colorPalette="campo" disabled={!vistas || busy}>
              {t.save}
            </Button>
          </Flex>
        </chakra.form>
        {(failure ?? (unread ? t.unread : null)) && (
          <Text role="alert" color="fg.error">
            {failure ?? t.unread}
          </Text>
        )}
        {own?.length === 0 && <Text color="fg.muted">{t.none}</Text>}
        <Stack as="ul" listStyleType="none" gap="0">
          {own?.map((view) => (
            <Flex as="li" key={view.nombre} gap="1" align="center" py="1" borderTopWidth="1px">
              <Box flex="1" minW="0" fontWeight="600" overflowWrap="anywhere">
                <TextLink
                  to={view.direccion}
                  aria-current={view.direccion === here ? 'page' : undefined}
                  onClick={onClose}
                >
                  {view.nombre}
                </TextLink>
              </Box>
              <IconButton
                variant="ghost"
                size="sm"
                aria-label={t.copyOne(view.nombre)}
                onClick={() => void copy(view.direccion)}
              >
                <CopyIcon />
              </IconButton>
              <IconButton
                variant="ghost"
                size="sm"
                aria-label={t.removeOne(view.nombre)}
                disabled={busy}
                onClick={() => save(withoutView(vistas ?? [], view))}
              >
                <CloseIcon />
              </IconButton>
            </Flex>
          ))}
        </Stack>
      </Stack>
    </Sheet>
  );
}

const KEY = ['cuenta.vistas'];

/** The person's views of all lists; saving replaces them all, so they are read again when the dialog opens. */
function useViews() {
  const queries = useQueryClient();
  const read = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api('cuenta.vistas', {}, { signal }),
    staleTime: 0,
  });
  const saving = useMutation({
    mutationFn: (vistas: Vista[]) => api('cuenta.guardar_vistas', { body: { vistas } }),
    onSuccess: (saved) => queries.setQueryData(KEY, saved),
    onSettled: whenSettled(() => queries.invalidateQueries({ queryKey: KEY })),
  });
  return {
    vistas: read.data?.vistas,
    unread: neverCame(read),
    save: saving.mutate,
    failure: saving.error?.message ?? null,
    busy: saving.isPending,
  };
}
