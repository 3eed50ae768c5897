import { Link as Enlace } from '@chakra-ui/react';
import { Link } from 'react-router-dom';
import { RelojIcon } from '../../components/icons.js';

/** The way to the trail of changes: it is not in the menu, which is as the spec writes it. */
export const EnlaceAuditoria = () => (
  <Enlace asChild alignSelf="flex-start" color="fg.muted" fontWeight="550">
    <Link to="/auditoria">
      <RelojIcon /> Auditoría: quién cambió qué y cuándo
    </Link>
  </Enlace>
);
