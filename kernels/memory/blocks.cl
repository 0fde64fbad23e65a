/* blocks.cl - where codes of less than 16 bits are, and exponents.  What a row of vectors has lies
 * together: the bytes of slot 0, of slot 1, and so on, the exponents, plane 1 before plane 0, and the
 * halves of bytes of slot 0 and so on.  From one slot to another it is a constant that fits into an
 * instruction, and what depends on the parity of a step is the same for bytes and exponents: a vector
 * has few addresses.
 * SPDX-License-Identifier: MIT */
typedef ulong slot_number;

#define LB_ROW_CODES ((uint)LB_ROW * LB_V)
/* Whether there is a third plane of exponents: lib/layout/layout.c knows this, too. */
#define LB_HAS_MADE (LB_HAS_SURFACE || LB_HAS_NUMBERS || LB_WALL_NUMBERS > 0)
#define LB_HALVES_BEGIN ((LB_Q + 2u + LB_HAS_MADE) * LB_ROW_CODES)

/* lib/layout/layout.c knows this number. */
#define LB_ROW_BYTES ((LB_HALVES_BEGIN + LB_Q * LB_HALVES_OF_SLOT + 15u) / 16u * 16u)

/* --- single cells ------------------------------------------------------------------------------- */

/* Of slot `slot` at index n: the row, the slot in 5 bits, and where in the row in 27. */
LB_INLINE ulong lb_place_of_code(const uint slot, const LB_INDEX n)
{
    return (ulong)(n / LB_ROW_CODES) << 32 | slot << 27 | (uint)(n % LB_ROW_CODES);
}

LB_INLINE uint lb_slot_of_place(const ulong at)
{
    return (uint)at >> 27;
}

LB_INLINE uint lb_cell_of_place(const ulong at)
{
    return (uint)at & 0x7FFFFFFu;
}

LB_INLINE ulong lb_byte_at(const ulong at)
{
    return (at >> 32) * LB_ROW_BYTES + lb_slot_of_place(at) * LB_ROW_CODES + lb_cell_of_place(at);
}

/* From where a plane of exponents begins. */
LB_INLINE ulong lb_place_of_exponent(const LB_INDEX n)
{
    return (ulong)(n / LB_ROW_CODES) * LB_ROW_BYTES + n % LB_ROW_CODES;
}

/* Where plane 0, 1 or 2 begins, which is the last one. */
#define LB_EXPONENT_PLANE(plane) \
    (((plane) == 2u ? 2ul + LB_Q : 1ul + LB_Q - (ulong)(plane)) * LB_ROW_CODES)

/* Behind all rows: of the cells around a subdomain. */
#define LB_HALO_EXPONENTS ((ulong)(LB_PLACES / LB_ROW_CODES) * LB_ROW_BYTES)

/* --- memory vectors ----------------------------------------------------------------------------- */

#ifdef LB_CODES_PIECE
#include "slot/bytes"

/* Where the row begins that a vector is in, and where it is in there. */
struct spot {
    ulong row;
    uint in_row;
};

LB_INLINE struct spot lb_spot(const struct place p, const int cx, const int cy, const int cz)
{
    const LB_INDEX x = p.x[cx + 1], y = p.y[cy + 1], across = LB_ROW_AXIS == 0 ? y : x;
    struct spot s;
    s.row = (ulong)((across + p.z[cz + 1]) / LB_ROW_CODES) * LB_ROW_BYTES;
    s.in_row = LB_ROW_AXIS == 0 ? x : y;
    return s;
}

LB_INLINE wide_bytes lb_exponents_at(const global LB_CODE *f, const ulong plane,
                                     const struct spot s)
{
    return lb_bytes_at(f, LB_EXPONENT_PLANE(plane) + s.row + s.in_row);
}

LB_INLINE void lb_set_exponents(global LB_CODE *f, const ulong plane, const struct spot s,
                                const wide_bytes exponents)
{
    *(global wide_bytes *)(f + (LB_EXPONENT_PLANE(plane) + s.row + s.in_row)) = exponents;
}
#endif
