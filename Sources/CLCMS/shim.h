#pragma once
// Colour conversion by an ICC profile, as far as Swift cannot express it: lcms2's formats and flags
// are macros with casts.
#include <lcms2.h>

// Returns the number of channels of a profile's colours: 1 for gray, 3 for red, green and blue, 4
// for inks; 0 for other colours, and for a profile that cannot be read or does not describe a
// picture's colours.
static inline int clcms_channels(cmsHPROFILE profile) {
    if (profile == NULL) return 0;
    cmsProfileClassSignature kind = cmsGetDeviceClass(profile);
    if (kind != cmsSigDisplayClass && kind != cmsSigInputClass && kind != cmsSigColorSpaceClass
        && kind != cmsSigOutputClass)
        return 0;
    cmsColorSpaceSignature space = cmsGetColorSpace(profile);
    switch (space) {
    case cmsSigGrayData: return 1;
    case cmsSigRgbData: return 3;
    case cmsSigCmykData: return 4;
    default: return 0;
    }
}

// Returns a transform from a profile's colours to sRGB, in floats from 0 to 1, or to 100 for inks;
// colours that a screen cannot show are outside this range. Returns NULL if the profile is
// incomplete. The caller frees the transform with cmsDeleteTransform.
static inline cmsHTRANSFORM clcms_to_srgb(cmsHPROFILE profile, int channels) {
    cmsHPROFILE screen = cmsCreate_sRGBProfile();
    if (screen == NULL) return NULL;
    cmsUInt32Number format =
        channels == 1 ? TYPE_GRAY_FLT : channels == 4 ? TYPE_CMYK_FLT : TYPE_RGB_FLT;
    cmsHTRANSFORM transform = cmsCreateTransform(
        profile, format, screen, TYPE_RGB_FLT, INTENT_PERCEPTUAL,
        cmsFLAGS_NOCACHE | cmsFLAGS_NOOPTIMIZE);
    cmsCloseProfile(screen);
    return transform;
}

// Returns a transform from four inks to sRGB, with 8 bits for each sample and four bytes for each
// pixel, the last of which stays unchanged. 255 means no ink if `is_inverted`. Threads may share
// the transform, because it has no cache. Returns NULL if the profile is incomplete.
static inline cmsHTRANSFORM clcms_inks_to_srgb(cmsHPROFILE profile, int is_inverted) {
    cmsHPROFILE screen = cmsCreate_sRGBProfile();
    if (screen == NULL) return NULL;
    cmsHTRANSFORM transform = cmsCreateTransform(
        profile, is_inverted ? TYPE_CMYK_8_REV : TYPE_CMYK_8, screen, TYPE_RGBA_8,
        INTENT_PERCEPTUAL, cmsFLAGS_NOCACHE);
    cmsCloseProfile(screen);
    return transform;
}

// Writes sRGB's profile as a file to `bytes`, if their number suffices; returns the number of bytes
// of the profile, or 0 without memory.
static inline unsigned clcms_srgb_profile(unsigned char *bytes, unsigned capacity) {
    cmsUInt32Number count = 0;
    cmsHPROFILE screen = cmsCreate_sRGBProfile();
    if (screen == NULL) return 0;
    if (!cmsSaveProfileToMem(screen, NULL, &count)) count = 0;
    if (count > 0 && count <= capacity && !cmsSaveProfileToMem(screen, bytes, &count)) count = 0;
    cmsCloseProfile(screen);
    return count;
}
