import Platform

/// What ffmpeg(1) is told.
struct ConverterArguments {
    /// Where the process finds the video, and where it writes: it knows no file by its path.
    private static let input = "/proc/self/fd/\(ConverterProcess.inputNumber)"
    private static let output = "/proc/self/fd/\(ConverterProcess.outputNumber)"
    /// The longest side of what is coded anew: full HD, which every phone decodes in hardware.
    private static let longestSide = 1920
    /// As good as the eye can tell at a distance, and the usual balance of time and size (x264's own default).
    private static let quality = "23"
    /// Cores for one conversion, so that requests are answered meanwhile.
    private static let threads = "2"

    /// How HDR is brought to a common screen: white at 203 cd/m² (ITU-R BT.2408), bright light bent.
    private static let toneMapping =
        "zscale=t=linear:npl=203,format=gbrpf32le,zscale=p=bt709,tonemap=hable:desat=0,"
        + "zscale=t=bt709:m=bt709:r=tv,"

    /// The arguments for a source.
    /// - Parameter demuxer: FFmpeg's name of the container; the content must not choose, since there are containers that
    ///   name other files.
    static func make(_ source: PlayableSource, demuxer: String) -> [String] {
        var words = [
            "-nostdin", "-hide_banner", "-loglevel", "error", "-y", "-progress", "pipe:1", "-stats_period", "0.5",
        ]
        words += ["-protocol_whitelist", "file,subfile", "-f", demuxer, "-i"]
        if let part = source.part {
            words.append("subfile,,start,\(part.lowerBound),end,\(part.upperBound),,:" + input)
        } else {
            words.append(input)
        }
        // The first video that is no attached picture, the first sound, and nothing else.
        words += ["-map", "0:V:0", "-map", "0:a:0?", "-sn", "-dn", "-write_tmcd", "0"]
        switch source.conversion {
        case .remux: words += ["-c", "copy"]
        case .sound: words += ["-c:v", "copy"] + sound
        case .all: words += picture(source) + sound
        }
        return words + ["-movflags", "+faststart", "-f", "mp4", output]
    }

    private static let sound = ["-c:a", "aac", "-b:a", "160k", "-ac", "2"]

    private static func picture(_ source: PlayableSource) -> [String] {
        let side = longestSide
        let fitting =
            "scale=w=iw*sar:h=ih,setsar=1,"
            + "scale=w='min(\(side),iw)':h='min(\(side),ih)':force_original_aspect_ratio=decrease:force_divisible_by=2"
        let filter = (source.isHDR ? toneMapping : "") + fitting
        return [
            "-vf", filter, "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "veryfast", "-crf", quality,
            "-threads", threads, "-max_muxing_queue_size", "1024",
        ]
    }
}
